"""German, French, Spanish."""

from vibelife_inspect.services.email.voices.voice import Voice, chat, names, pairs, shop, source

DE = Voice(
    first_names=names("""
        Almut Bernd Carlotta Dietmar Elke Friederike Gerrit Hannelore Ingmar Jutta Konrad Liesel Magnus Nele
        Ortwin Petra Reinhild Sönke Tilda Ulrike Volkmar Wiebke
        """),
    last_names=names("""
        Ahrens Brandes Clasen Dörfler Eggers Feldkamp Grothe Hinrichs Jessen Kröger Lohmann Mertens Nissen
        Osterloh Petersen Quast Rehwald Sievers Tiedemann Wulff
        """),
    name="{given} {family}",
    phone="+49 30 23125 {n:03}",
    domains=("briefkasten-nord.example", "lindenpost.example"),
    date="{d}. {month}",
    months=tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()),
    places=("Husum", "Görlitz", "Bamberg", "Lüneburg", "Konstanz", "Stralsund", "Meran", "Goslar"),
    dishes=("Linseneintopf", "Apfelkuchen", "Grünkohl", "Kartoffelsuppe", "Rote Grütze", "Zwiebelkuchen"),
    titles=("Das Nordzimmer", "Elf Türen", "Wetterleuchten", "Die Fährfrau", "Kleine Inseln"),
    newsletter="Guten Morgen {first},\n\n{items}\n\nBis zum nächsten Mal. Sie haben diesen Brief abonniert.",
    newsletters=(
        source("Beet und Balkon", "post@beetundbalkon.example", """
            Radieschen auf der Fensterbank | Von der Saat bis auf den Teller vergehen {m} Tage.
            Was Rosen im Winter brauchen | Wenig: etwas Laub, keine Schere und Geduld.
            Kompost ohne Geruch | Auf einen Eimer Küchenreste kommen zwei Eimer trockenes Laub.
            Gießen nach Gefühl | Der Finger in der Erde weiß mehr als jede App, sagt {who} aus {place}.
            Vögel im Garten | Unsere Leser zählten {m} Arten, am häufigsten den Haussperling.
            """),
        source("Nebenstrecke", "redaktion@nebenstrecke.example", """
            Zwei Tage in {place} | Der Bus fährt stündlich, und mehr braucht es dort auch nicht.
            Der alte Bahndamm bei {place} | {m} Kilometer, fast eben, mit {n} Brücken.
            Ein Museum für Schlüssel | Geöffnet, wenn {who} da ist, und {who} ist fast immer da.
            Nachtzug, obere Liege | Hausschuhe mitnehmen und dem Kaffee vertrauen.
            """),
    ),
    clubs=(
        source("Turnverein Nordufer", "vorstand@tv-nordufer.example", """
            Ergebnisse vom {day} | {m} Läuferinnen und Läufer waren dabei, {who} lief Bestzeit. Es hat geregnet, und \
                es war schön.
            Die Halle hat wieder Licht | Seit {day} brennen alle Lampen. Danke an {who} für die Leiter und die Nerven.
            Protokoll des Abends | Anwesend: {m}. Der Geräteraum ist aufgeräumt, {who} behält den Schlüssel.
            """),
        source("Grundschule am Deich", "buero@schule-am-deich.example", """
            Neues aus der Woche vom {day} | Die Klasse {n} hat {m} Bohnen gepflanzt und alle gemessen. Es ist nichts \
                mitzubringen.
            Bilder vom Lesefest | {m} Kinder, {n} Bücherkisten und eine sehr ruhige Schildkröte. Danke an alle.
            """),
    ),
    club="Liebe alle,\n\n{text}\n\nHerzliche Grüße\n{name}",
    shops=(
        shop("Kupferkessel", "laden@kupferkessel.example", """
            Gusspfanne, 26 cm | 58
            Vier Schalen | 34
            Filterpapier, 200 Stück | 8
            Brotmesser | 39
            """),
        shop("Buchladen Laterne", "kasse@buchladen-laterne.example", """
            „{title}“, Taschenbuch | 13
            „{title}“, gebunden | 26
            Stadtplan {place} | 9
            Notizbuch, gepunktet | 7
            """),
    ),
    receipt_subject="Ihre Quittung {no}",
    receipt="Vielen Dank für Ihren Einkauf, {first}.\n\nBestellung {no}\n{lines}\nBezahlt: {total}\n\n"
    "Es ist alles bezahlt, Sie müssen nichts weiter tun.",
    offers=pairs("""
        {percent} % auf {goods} | Einige Tage lang ist vieles {percent} % günstiger, auch: {goods}. Solange der \
            Vorrat reicht.
        Wieder da: {goods} | Viele haben gefragt, jetzt ist es zurück. Ab {n} Stück ohne Versandkosten.
        Neu in dieser Saison | {m} neue Stücke in kleiner Auflage, und {goods} in einer neuen Farbe.
        """),
    family=(
        chat("""
            Das Rezept
            Hallo {first}, hier das Rezept für {dish}, wie Oma es aufgeschrieben hat: zwei Zwiebeln und viel \
                Zeit.\\n{they}
            Am Samstag gekocht, danke! Zehn Minuten hat niemand gesprochen.
            So soll es sein. Liebe Grüße!
            """),
        chat("""
            Fotos aus {place}
            Die Fotos aus {place} liegen jetzt im Familienalbum. Am besten ist das mit {who} und der \
                Landkarte.\\n{they}
            Gerade angesehen. Das mit der Landkarte kommt an den Kühlschrank.
            """),
        chat("""
            Danke für das Paket
            Es kam heute früh an und hat die Reise überlebt. Der Tee ist schon halb leer.\\nAlles Liebe, {they}
            Wie schön! Die Dose ist älter als wir beide, behalte sie.
            """),
        chat("""
            Schnee
            {n} Zentimeter in einer Nacht. {who} hat etwas gebaut, das vielleicht ein Bär ist.\\n{they}
            Hier regnet es nur. Der Bär sieht stolz aus.
            """, 12, 1, 2),
    ),
    work=(
        chat("""
            Folien vom {day}
            Hallo {first}, die Folien liegen im gemeinsamen Ordner, Fassung {n}. Die Bären sind raus.\\nViele Grüße, \
                {they}
            Sieht gut aus, danke. Von mir kommt nichts mehr dazu.
            Dann ist das erledigt.
            """),
        chat("""
            Übergabe abgeschlossen
            Alles aus dem Projekt {place} liegt nun bei {who}. Das Archiv hat {m} Dateien.\\n{they}
            Wunderbar, danke. Ich habe es den anderen gesagt.
            """),
    ),
    groups=("Familie und Freunde", "Arbeit"),
)  # fmt: skip
"""The voice of German."""

FR = Voice(
    first_names=names("""
        Aurèle Bérénice Colette Damien Élodie Fabrice Ghislaine Honoré Isaure Joël Lucette Maxence Noémie
        Odile Pascal Rosalie Sylvain Thibault Violette Yvette
        """),
    last_names=names("""
        Aubrac Bellanger Courtois Delmas Estève Ferrand Grandval Huguenin Jourdan Lacombe Morvan Nogaret
        Perrault Quillan Rivoire Sabatier Tavernier Vasseur
        """),
    name="{given} {family}",
    phone="+33 1 99 00 1{n:03}",
    domains=("courrier-doux.example", "postelente.example"),
    date="{d} {month}",
    months=tuple("janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()),
    places=("Annecy", "Honfleur", "Uzès", "Dinan", "Colmar", "Bruges", "Sète"),
    dishes=("la tarte aux pommes", "le gratin", "la soupe au pistou", "le clafoutis", "la blanquette"),
    titles=("La chambre du nord", "Onze portes", "Petites îles", "Le passeur de brume"),
    newsletter="Bonjour {first},\n\n{items}\n\nÀ bientôt. Vous recevez cette lettre parce que vous y êtes abonné(e).",
    newsletters=(
        source("La Table du dimanche", "bonjour@tabledudimanche.example", """
            {who} et le secret de sa cuisine | {m} minutes à feu très doux, sans couvercle.
            Du pain avant le petit déjeuner | On mélange le soir, on cuit le matin : {n} minutes de travail.
            Éloge du poireau | Nos lecteurs de {place} l'aiment {n} fois plus que ceux de la capitale.
            Un couteau qui coupe | Une pierre, de l'eau et {n} soirées de patience.
            """),
        source("Petites Lignes", "lettre@petiteslignes.example", """
            Deux jours à {place} | Le train s'arrête là où le sentier commence.
            L'ancienne voie ferrée | {m} kilomètres presque plats et {n} tunnels.
            Le plus petit des musées | À {place}, on sonne et on attend.
            """),
    ),
    clubs=(
        source("Chorale du Vieux Pont", "secretariat@choralevieuxpont.example", """
            Merci pour ce beau concert | {m} choristes, une salle pleine et une seule fausse entrée, que {who} \
                attribue aux bougies.
            L'enregistrement du {day} | Il est dans le dossier commun. À la mesure {m}, c'était la porte.
            """),
        source("École des Tilleuls", "bureau@ecoledestilleuls.example", """
            Nouvelles de la semaine du {day} | La classe {n} a planté {m} haricots. Il n'y a rien à apporter ni à \
                signer.
            Les photos de la fête | {m} enfants, {n} gâteaux et une tortue très calme. Merci à tous.
            """),
    ),
    club="Bonjour à tous,\n\n{text}\n\nBien cordialement,\n{name}",
    shops=(
        shop("Au Chaudron", "commandes@auchaudron.example", """
            Poêle en fonte, 26 cm | 58
            Lot de quatre bols | 34
            Couteau à pain | 39
            """),
        shop("Librairie du Phare", "caisse@librairieduphare.example", """
            « {title} », poche | 10
            « {title} », broché | 21
            Carnet à points | 7
            """),
    ),
    receipt_subject="Votre reçu {no}",
    receipt="Merci pour votre achat, {first}.\n\nCommande {no}\n{lines}\nTotal payé : {total}\n\n"
    "Tout est réglé, vous n'avez rien à faire.",
    offers=pairs("""
        {percent} % sur {goods} | Pendant quelques jours, {percent} % de moins, par exemple : {goods}.
        De retour : {goods} | Vous étiez nombreux à le demander. Livraison offerte dès {n} articles.
        """),
    family=(
        chat("""
            La recette
            Coucou {first}, voici comment mamie faisait {dish} : deux oignons et beaucoup de temps.\\n{they}
            Faite samedi, merci ! Plus personne ne parlait.
            C'est bon signe. Bises !
            """),
        chat("""
            Les photos de {place}
            Les photos de {place} sont dans l'album. Ma préférée : {who} contre la carte.\\nBises, {they}
            Je viens de les regarder. Celle-là va sur le frigo.
            """),
        chat("""
            Merci pour le colis
            Il est arrivé ce matin, entier. Le thé est déjà à moitié bu.\\n{they}
            Quelle joie ! Garde la boîte, elle est plus vieille que nous.
            """),
    ),
    work=(
        chat("""
            Dossier clos
            Bonjour {first}, les {m} corrections sont faites et le fichier est parti chez {who}.\\nCordialement, \
                {they}
            Parfait, merci. Rien à ajouter de mon côté.
            """),
    ),
    groups=("famille et amis", "travail"),
)  # fmt: skip
"""The voice of French."""

ES = Voice(
    first_names=names("""
        Amaia Baltasar Casilda Dámaso Eulalia Fermín Graciela Hilario Inés Jacinto Leire Melchor Nieves
        Oriol Pilar Remedios Saturnino Teresa Vicenta Ximena
        """),
    last_names=names("""
        Albornoz Barrientos Cifuentes Dávalos Echeverri Fuentealba Galarza Hinojosa Izaguirre Larrondo
        Montalvo Navarrete Olmedo Pizarro Quiroga Robledo Santibáñez Urrutia
        """),
    name="{given} {family}",
    phone="+34 910 000 {n:03}",
    domains=("correolento.example", "cartaabierta.example"),
    date="{d} de {month}",
    months=tuple("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()),
    places=("Girona", "Ronda", "Cuenca", "Santoña", "Jaca", "Mérida", "Oporto"),
    dishes=("el arroz con verduras", "la tortilla", "el gazpacho", "la crema de calabaza", "el bizcocho"),
    titles=("La habitación del norte", "Once puertas", "Islas pequeñas", "La barquera"),
    newsletter="Buenos días, {first}:\n\n{items}\n\nHasta la próxima. Recibes esta carta porque te suscribiste.",
    newsletters=(
        source("Mesa de Cocina", "hola@mesadecocina.example", """
            El truco de {who} | Paciencia: {m} minutos a fuego muy lento y sin tapa.
            Pan antes del desayuno | Se mezcla por la noche y se hornea al alba. {n} minutos de trabajo.
            Legumbres, otra vez | Duran {n} días y mejoran cada uno de ellos.
            Cuchillos que cortan | Una piedra, agua y {n} tardes de práctica.
            """),
        source("Vía Estrecha", "cartas@viaestrecha.example", """
            Dos noches en {place} | El tren termina donde empieza el sendero.
            La vieja vía verde | {m} kilómetros casi llanos y {n} túneles.
            Un museo diminuto | En {place} se llama al timbre y se espera.
            """),
    ),
    clubs=(
        source("Coro de la Ribera", "secretaria@cororibera.example", """
            Gracias por un concierto precioso | {m} voces, la sala llena y una sola entrada en falso, culpa de las \
                velas, según {who}.
            La grabación del {day} | Está en la carpeta común. Lo del compás {m} fue la puerta.
            """),
        source("Colegio Los Olmos", "oficina@colegiolosolmos.example", """
            Noticias de la semana del {day} | La clase {n} plantó {m} judías. No hay que traer ni firmar nada.
            Fotos de la feria de ciencias | {m} proyectos, {n} volcanes y una tortuga muy tranquila. Gracias a todos.
            """),
    ),
    club="Hola a todos:\n\n{text}\n\nUn saludo,\n{name}",
    shops=(
        shop("La Olla de Cobre", "pedidos@olladecobre.example", """
            Sartén de hierro, 26 cm | 58
            Cuatro cuencos | 34
            Cuchillo de pan | 39
            """),
        shop("Librería El Faro", "caja@libreriaelfaro.example", """
            «{title}», bolsillo | 11
            «{title}», tapa dura | 22
            Cuaderno de puntos | 7
            """),
    ),
    receipt_subject="Tu recibo {no}",
    receipt="Gracias por tu compra, {first}.\n\nPedido {no}\n{lines}\nTotal pagado: {total}\n\n"
    "Está todo pagado; no tienes que hacer nada.",
    offers=pairs("""
        {percent} % en {goods} | Durante unos días, {percent} % menos, por ejemplo: {goods}.
        Ha vuelto: {goods} | Muchos lo pedisteis. Envío gratis desde {n} artículos.
        """),
    family=(
        chat("""
            La receta
            Hola, {first}: así hacía la abuela {dish}: dos cebollas y mucho tiempo.\\n{they}
            Hecha el sábado, ¡gracias! Nadie habló en diez minutos.
            Esa es buena señal. ¡Un abrazo!
            """),
        chat("""
            Fotos de {place}
            Las fotos de {place} ya están en el álbum. La mejor, {who} peleando con el mapa.\\nBesos, {they}
            Acabo de verlas. Esa va a la nevera.
            """),
        chat("""
            Gracias por el paquete
            Llegó esta mañana, entero. El té ya va por la mitad.\\n{they}
            ¡Qué alegría! Quédate con la lata, es más vieja que nosotros.
            """),
    ),
    work=(
        chat("""
            Traspaso terminado
            Hola, {first}: todo lo del proyecto de {place} lo tiene ya {who}. Son {m} archivos.\\nSaludos, {they}
            Estupendo, gracias. Ya se lo he dicho a los demás.
            """),
    ),
    groups=("familia y amigos", "trabajo"),
)  # fmt: skip
"""The voice of Spanish."""
