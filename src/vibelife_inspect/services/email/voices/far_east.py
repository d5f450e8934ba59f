"""Japanese and Chinese."""

from vibelife_inspect.services.email.voices.voice import Voice, chat, names, pairs, shop, source

JA = Voice(
    first_names=names("""
        梓=azusa 文子=fumiko 陽介=yosuke 千鶴=chizuru 大輔=daisuke 絵里=eri 宏=hiroshi 一花=ichika 淳=jun
        香織=kaori 真琴=makoto 直樹=naoki 玲=rei 沙耶=saya 拓海=takumi 弓子=yumiko
        """),
    last_names=names("""
        秋庭=akiba 榎本=enomoto 深町=fukamachi 早瀬=hayase 五十川=isogawa 城戸=kido 真壁=makabe 名取=natori
        小倉=ogura 相良=sagara 立花=tachibana 内海=utsumi 和久井=wakui 矢代=yashiro
        """),
    name="{family} {given}",
    phone="+81 3 5555 0{n:03}",
    domains=("tegami-post.example", "hidamari-mail.example"),
    date="{mon}月{d}日",
    months=tuple(str(month) for month in range(1, 13)),
    places=("尾道", "松江", "小樽", "金沢", "倉敷", "松本", "函館"),
    dishes=("肉じゃが", "炊き込みご飯", "豚汁", "りんごのケーキ", "筑前煮"),
    titles=("北の部屋", "十一の扉", "小さな島々", "渡し守"),
    newsletter="{first}さん、おはようございます。\n\n{items}\n\n今回はここまでです。このお便りは購読者の方にお送りしています。",
    newsletters=(
        source("台所だより", "otayori@daidokoro.example", """
            {who}さんの{dish} | こつは弱火で{m}分、ふたをしないことです。
            忙しい人のパン | 夜に混ぜて朝に焼くだけ。手を動かすのは{n}分です。
            包丁を研ぐ | 砥石と水、それに{n}回の練習で十分です。
            豆を煮る | {n}日もち、日ごとにおいしくなります。
            """),
        source("各駅停車", "henshu@kakueki.example", """
            {place}で二泊 | 路面電車の終点から散歩道が始まります。
            廃線跡を歩く | 全長{m}キロ、ほぼ平坦、トンネルは{n}か所です。
            小さな博物館 | {place}では呼び鈴を鳴らして待ちます。
            """),
    ),
    clubs=(
        source("みなと合唱団", "jimukyoku@minato-chorus.example", """
            演奏会のお礼 | {m}人で歌い、会場は満席でした。{who}さんのお茶の用意にも感謝します。
            {day}の録音について | 共有フォルダに入れました。{m}小節目の音は扉です。
            """),
        source("なのはな小学校", "school@nanohana.example", """
            {day}の週のお知らせ | {n}年生が豆を{m}粒植えました。持ち物や提出物はありません。
            発表会の写真 | {m}の展示に、たくさんのご来場ありがとうございました。
            """),
    ),
    club="皆さま\n\n{text}\n\n{name}",
    shops=(
        shop("銅なべ商店", "order@donabe-shop.example", """
            鉄のフライパン 26cm | 58
            小鉢 四点セット | 34
            パン切り包丁 | 39
            """),
        shop("灯台書房", "kaikei@todai-shobo.example", """
            『{title}』文庫 | 8
            『{title}』単行本 | 17
            方眼ノート | 5
            """),
    ),
    receipt_subject="領収書 {no}",
    receipt="{first}様、お買い上げありがとうございます。\n\n注文番号 {no}\n{lines}\nお支払い済み合計: {total}\n\n"
    "お支払いは完了しています。お手続きは不要です。",
    offers=pairs("""
        {goods}が{percent}%引き | 数日間、{goods}などが{percent}%引きです。なくなり次第終了します。
        再入荷: {goods} | ご要望の多かった品です。{n}点以上で送料無料です。
        """),
    family=(
        chat("""
            レシピのこと
            {first}さん、おばあちゃんの{dish}の作り方です。玉ねぎ二つと、たっぷりの時間。\\n{they}
            土曜日に作りました。ありがとう！みんな黙って食べていました。
            それはよかった。またね。
            """),
        chat("""
            {place}の写真
            {place}の写真をアルバムに入れました。{who}さんが地図と格闘している一枚が好きです。\\n{they}
            全部見ました。あの一枚は冷蔵庫に貼ります。
            """),
    ),
    work=(
        chat("""
            引き継ぎ完了
            {first}さん、{place}の件はすべて{who}さんに引き継ぎました。資料は{m}点です。\\n{they}
            ありがとうございます。皆さんにも伝えました。
            """),
    ),
    groups=("家族と友人", "仕事"),
)  # fmt: skip
"""The voice of Japanese."""

ZH = Voice(
    first_names=names("""
        安琪=anqi 博文=bowen 楚宁=chuning 德明=deming 方舟=fangzhou 桂兰=guilan 海燕=haiyan 嘉禾=jiahe
        可欣=kexin 立群=liqun 沐晨=muchen 念慈=nianci 清和=qinghe 若水=ruoshui 思源=siyuan 雨桐=yutong
        """),
    last_names=names("""
        白=bai 褚=chu 杜=du 范=fan 葛=ge 霍=huo 姜=jiang 柯=ke 陆=lu 莫=mo 倪=ni 潘=pan 秦=qin 阮=ruan
        邵=shao 温=wen
        """),
    name="{family}{given}",
    phone="+86 10 5555 0{n:03}",
    domains=("manyou-mail.example", "qingzhou-post.example"),
    date="{mon}月{d}日",
    months=tuple(str(month) for month in range(1, 13)),
    places=("扬州", "大理", "泉州", "绍兴", "平遥", "青岛", "桂林"),
    dishes=("红烧茄子", "番茄炖牛肉", "南瓜粥", "葱油面", "苹果派"),
    titles=("北屋", "十一扇门", "小岛", "摆渡人"),
    newsletter="{first}，早上好：\n\n{items}\n\n本期到此为止。您因订阅而收到这封信。",
    newsletters=(
        source("厨房来信", "nihao@chufanglaixin.example", """
            {who}的{dish} | 秘诀是耐心：小火{m}分钟，不盖锅盖。
            上班族的面包 | 晚上和面，早晨烘烤，动手只要{n}分钟。
            一把好刀 | 一块磨石，一点水，再加{n}个晚上的练习。
            又说豆子 | 能放{n}天，一天比一天好吃。
            """),
        source("慢车", "bianji@manche.example", """
            在{place}住两晚 | 公交终点就是步道的起点。
            走一走旧铁路 | 全程{m}公里，几乎没有坡，有{n}个隧道。
            最小的博物馆 | 在{place}，按门铃，等一会儿。
            """),
    ),
    clubs=(
        source("江畔合唱团", "mishu@jiangpan-hechang.example", """
            感谢大家的精彩演出 | {m}位团员，座无虚席。{who}说唯一一次抢拍要怪蜡烛。
            {day}的录音 | 已放入共享文件夹。第{m}小节的声音是门。
            """),
        source("柳荫小学", "bangongshi@liuyin-school.example", """
            {day}当周简讯 | {n}年级种下了{m}颗豆子，并且全部量过。无需携带或签署任何东西。
            科学节照片 | {m}个作品，{n}座火山，还有一只很安静的乌龟。谢谢大家。
            """),
    ),
    club="各位好：\n\n{text}\n\n{name}",
    shops=(
        shop("铜锅小铺", "dingdan@tongguo.example", """
            铸铁锅 26厘米 | 58
            小碗四只装 | 34
            面包刀 | 39
            """),
        shop("灯塔书店", "shouyin@dengta-books.example", """
            《{title}》平装 | 6
            《{title}》精装 | 12
            点阵笔记本 | 4
            """),
    ),
    receipt_subject="您的收据 {no}",
    receipt="{first}，感谢您的购买。\n\n订单号 {no}\n{lines}\n已付总额：{total}\n\n款项已付清，您无需进行任何操作。",
    offers=pairs("""
        {goods}优惠{percent}% | 这几天部分商品优惠{percent}%，例如：{goods}。售完为止。
        重新到货：{goods} | 很多顾客问起，现在又有了。满{n}件免运费。
        """),
    family=(
        chat("""
            那个菜谱
            {first}，这是外婆的{dish}：两个洋葱，很多时间，最后才放胡椒。\\n{they}
            周六做了，谢谢！十分钟没人说话。
            那就是好评了。抱抱！
            """),
        chat("""
            {place}的照片
            {place}的照片放进家庭相册了。我最喜欢{who}跟地图较劲的那张。\\n{they}
            刚看完，那张要贴在冰箱上。
            """),
    ),
    work=(
        chat("""
            交接完成
            {first}，{place}项目的资料都已交给{who}，共{m}份。\\n{they}
            好的，谢谢。我已经告诉其他人了。
            """),
    ),
    groups=("家人和朋友", "工作"),
)  # fmt: skip
"""The voice of Chinese."""
