"""What the weather is, will be and was."""

from datetime import UTC, date, timedelta
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.weather.base import HORIZON_DAYS, WeatherBase
from vibelife_inspect.services.weather.climate import climate_of, hour_of
from vibelife_inspect.services.weather.globe import apart
from vibelife_inspect.services.weather.records import Latitude, Location, Longitude, country_scope, location_scope
from vibelife_inspect.services.weather.sun import sun_times
from vibelife_inspect.services.weather.units import Units, degrees, show_day, show_hour, water
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page

_FIRST_YEAR = 2000
_PAST_DAYS = 31
_AIR_DAYS = 5


class Forecasts(WeatherBase):
    """Weather by place and time."""

    @operation("read")
    def search_locations(self, query: str, limit: Limit = 10, cursor: str | None = None) -> Json:
        """Find locations by words, in order of their names (then by id).

        Args:
            query: Words that name, other names, city and country must hold, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.locations if found(query, row.city, row.name, row.country, *row.aliases)]
        rows.sort(key=lambda row: (row.label, row.id))
        return page(rows, limit, cursor, _located)

    @operation("read")
    def find_nearest(self, lat_e6: Latitude, lng_e6: Longitude, limit: Limit = 3, cursor: str | None = None) -> Json:
        """Find the locations nearest to a point, nearest first (then by id).

        Args:
            lat_e6: Degrees north in millionths, such as 35011600 for 35.0116.
            lng_e6: Degrees east in millionths, such as 135768100 for 135.7681.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        away = {row.id: apart(row, lat_e6, lng_e6) for row in self.locations}
        rows = sorted(self.locations, key=lambda row: (away[row.id], row.id))
        return page(rows, limit, cursor, lambda row: {**_located(row), "distance_km": away[row.id]})

    @operation("read")
    def get_current_weather(self, location: str, units: Units = "metric") -> Json:
        """Tell the weather at a location now.

        Args:
            location: Id or exact name of the location.
            units: Celsius, km/h, mm; or Fahrenheit, mph, hundredths of an inch.
        """
        place = self.resolve(location)
        local = self.local_now(place)
        return {
            "location": place.id,
            "name": place.label,
            "observed_at": local,
            "units": units,
            **show_hour(hour_of(self.day(place, local.date()), local.hour), units),
            "alerts": self.count_alerts(place),
        }

    @operation("read")
    def get_hourly_forecast(
        self, location: str, hours: Annotated[int, Field(ge=1, le=120)] = 24, units: Units = "metric"
    ) -> Json:
        """Forecast the coming hours, the present one first, in local time.

        Args:
            location: Id or exact name of the location.
            hours: How many hours, at most 120.
            units: Celsius, km/h, mm; or Fahrenheit, mph, hundredths of an inch.
        """
        place = self.resolve(location)
        zone = place.tz
        first = self.clock.now.astimezone(zone).replace(minute=0, second=0, microsecond=0).astimezone(UTC)
        days = {}
        rows = []
        for number in range(hours):
            local = (first + timedelta(hours=number)).astimezone(zone)
            if local.date() not in days:
                days[local.date()] = self.day(place, local.date())
            rows.append({"at": local} | show_hour(hour_of(days[local.date()], local.hour), units))
        return {"location": place.id, "name": place.label, "units": units, "hours": rows}

    @operation("read")
    def get_daily_forecast(
        self, location: str, days: Annotated[int, Field(ge=1, le=HORIZON_DAYS)] = 7, units: Units = "metric"
    ) -> Json:
        """Forecast the coming local days, today first; forecasts reach 14 days, today included.

        Args:
            location: Id or exact name of the location.
            days: How many days, at most 14.
            units: Celsius, km/h, mm; or Fahrenheit, mph, hundredths of an inch.
        """
        place = self.resolve(location)
        today = self.local_now(place).date()
        rows = [show_day(self.day(place, today + timedelta(days=ahead)), units) for ahead in range(days)]
        return {
            "location": place.id,
            "name": place.label,
            "units": units,
            "horizon_days": HORIZON_DAYS,
            "last_day": self.last_day(place),
            "days": rows,
        }

    @operation("read")
    def get_past_days(self, location: str, first: date, last: date, units: Units = "metric") -> Json:
        """Tell how the weather was on past local days, oldest first.

        Args:
            location: Id or exact name of the location.
            first: First day, from the year 2000 on.
            last: Last day, before today; at most 31 days in all.
            units: Celsius, km/h, mm; or Fahrenheit, mph, hundredths of an inch.
        """
        place = self.resolve(location)
        today = self.local_now(place).date()
        if last < first:
            raise Invalid("last: must not be before first")
        if last >= today:
            raise Invalid(f"last: must be before today, {today} there; for today and later ask for a forecast")
        if first.year < _FIRST_YEAR or (last - first).days >= _PAST_DAYS:
            raise Invalid(f"first: at most {_PAST_DAYS} days at once, and none before {_FIRST_YEAR}")
        span = range((last - first).days + 1)
        rows = [show_day(self.day(place, first + timedelta(days=number)), units) for number in span]
        return {"location": place.id, "name": place.label, "units": units, "days": rows}

    @operation("read")
    def get_climate_normals(
        self, location: str, month: Annotated[int, Field(ge=1, le=12)] | None = None, units: Units = "metric"
    ) -> Json:
        """Tell what the months usually are like: mean highs and lows, rain and rainy days.

        Args:
            location: Id or exact name of the location.
            month: Only this month, 1 to 12; all twelve when left out.
            units: Celsius and mm; or Fahrenheit and hundredths of an inch.
        """
        place = self.resolve(location)
        climate = climate_of(place)
        months = range(12) if month is None else range(month - 1, month)
        rows = [
            {
                "month": number + 1,
                **degrees(units, "mean_high", climate.high_c[number]),
                **degrees(units, "mean_low", climate.low_c[number]),
                **water(units, climate.rain_mm[number]),
                "rain_days": climate.rain_days[number],
            }
            for number in months
        ]
        return {"location": place.id, "name": place.label, "units": units, "months": rows}

    @operation("read")
    def compare_places(
        self, locations: Annotated[list[str], Field(min_length=2, max_length=10)], day: date, units: Units = "metric"
    ) -> Json:
        """Show the weather of several locations on one day, in the order given.

        Args:
            locations: Ids or exact names of 2 to 10 locations.
            day: The local day, past or within the 14 days of the forecast.
            units: Celsius, km/h, mm; or Fahrenheit, mph, hundredths of an inch.
        """
        places = [self.resolve(text, "locations") for text in locations]
        for place in places:
            self.within(place, day, "day")
        rows = [
            {"location": place.id, "name": place.label, **show_day(self.day(place, day), units)} for place in places
        ]
        return {"day": day, "units": units, "places": rows}

    @operation("read")
    def get_air_quality(self, location: str, day: date | None = None) -> Json:
        """Tell the air quality index (US scale, 0 to 500; above 100 is unhealthy for sensitive people).

        Args:
            location: Id or exact name of the location.
            day: A past local day, today (the default), or up to 4 days ahead.
        """
        place = self.resolve(location)
        today = self.local_now(place).date()
        wanted = today if day is None else day
        if wanted.year < _FIRST_YEAR or wanted - today >= timedelta(days=_AIR_DAYS):
            raise Invalid(f"day: must lie from {_FIRST_YEAR} to {today + timedelta(days=_AIR_DAYS - 1)}")
        air = self.air(place, wanted)
        return {
            "location": place.id,
            "name": place.label,
            **air.pick("date", "aqi", "pm25", "dominant"),
            "category": _air_word(air.aqi),
        }

    @operation("read")
    def get_sun_times(self, location: str, day: date | None = None) -> Json:
        """Tell sunrise, sunset and length of the day, in local time.

        Both are null where the sun stays up or down all day; `sun` then says which.

        Args:
            location: Id or exact name of the location.
            day: The local day; today when left out.
        """
        place = self.resolve(location)
        wanted = self.local_now(place).date() if day is None else day
        if not _FIRST_YEAR <= wanted.year <= 2100:
            raise Invalid(f"day: must lie between the years {_FIRST_YEAR} and 2100")
        answer: Json = {"location": place.id, "name": place.label, "date": wanted}
        times = sun_times(place.lat_e6, place.lng_e6, wanted)
        if isinstance(times, bool):
            sun = "up_all_day" if times else "down_all_day"
            return {**answer, "sun": sun, "sunrise": None, "sunset": None, "day_minutes": 1440 if times else 0}
        rise, down = times
        zone = place.tz
        shift = wanted - (rise + (down - rise) / 2).astimezone(zone).date()
        return {
            **answer,
            "sun": "rises_and_sets",
            "sunrise": (rise + shift).astimezone(zone),
            "sunset": (down + shift).astimezone(zone),
            "day_minutes": (down - rise) // timedelta(minutes=1),
        }

    def within(self, place: Location, day: date, argument: str) -> None:
        """Refuse a day that neither history nor forecast covers."""
        last = self.last_day(place)
        if day.year < _FIRST_YEAR or day > last:
            raise Invalid(
                f"{argument}: {day} is out of reach; forecasts for {place.label} cover {HORIZON_DAYS} days, to {last}"
            )

    def count_alerts(self, place: Location) -> int:
        """How many alerts are in force at a location."""
        rows = self.alerts.find(scope=location_scope(place.id)) + self.alerts.find(scope=country_scope(place.country))
        now = self.clock.now
        return sum(row.starts_at <= now < row.ends_at and row.status in ("upcoming", "active") for row in rows)


def _located(row: Location) -> Json:
    return {"name": row.label, **row.pick("id", "city", "country", "lat_e6", "lng_e6", "zone")}


def _air_word(aqi: int) -> str:
    words = (
        (50, "good"),
        (100, "moderate"),
        (150, "unhealthy_for_sensitive"),
        (200, "unhealthy"),
        (300, "very_unhealthy"),
    )
    return next((word for most, word in words if aqi <= most), "hazardous")
