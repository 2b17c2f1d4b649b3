/** Words and names as reports have them, by language, with the encodings that their files often have. */
export const FOREIGN_WORDS: readonly { readonly encoding: string; readonly words: string }[] = [
  {
    encoding: 'windows-1252',
    words:
      'Müller Zürich Straße Köln Düsseldorf Grüße Schröder Jäger Bäckerei Größe Nürnberg München Österreich Übersicht Käufer Fußball Gebühr Verfügbar',
  },
  {
    encoding: 'windows-1252',
    words:
      'Frédéric Genève François Besançon Orléans Éric Hélène Référence Catégorie Été Noël Crème Façade Évry Nîmes Béziers Dépôt Année Société Élève',
  },
  {
    encoding: 'windows-1252',
    words:
      'Málaga Núñez España Cádiz León José María Teléfono Año Niños Señor Mañana Corazón Jardín Habitación Córdoba Álvarez Ramón Peña Muñoz',
  },
  {
    encoding: 'windows-1252',
    words:
      'João Conceição Maranhão Brasília Florianópolis Promoção Avaliação Açúcar Coração Região Março Três Você Não Maçã Goiânia Belém',
  },
  {
    encoding: 'windows-1252',
    words: 'Göteborg Malmö Västerås Örebro Åland Kött Smörgås Fågel Sjö Vägen Björn Åsa Märta Höjd Tröja Kläder',
  },
  {
    encoding: 'windows-1250',
    words:
      'Łódź Kraków Gdańsk Wrocław Poznań Częstochowa Białystok Rzeszów Zażółć Gęślą Jaźń Święta Książka Żółty Ćwikła Mąka Źródło Toruń Bąk Piła',
  },
  {
    encoding: 'windows-1250',
    words:
      'České Plzeň Ústí Žďár Přerov Kroměříž Děčín Třebíč Šumperk Nový Jičín Kůň Příliš Žluťoučký Úpěl Ďábelské Řeka Čeština',
  },
  {
    encoding: 'windows-1251',
    words:
      'Москва Санкт-Петербург Новосибирск Екатеринбург Казань Самара Омск Уфа Пермь Реклама Показы Клики Доход Сайт Кампания Волгоград',
  },
  {
    encoding: 'koi8-r',
    words:
      'Москва Санкт-Петербург Новосибирск Екатеринбург Казань Самара Омск Уфа Пермь Реклама Показы Клики Доход Сайт',
  },
  {
    encoding: 'windows-1253',
    words: 'Αθήνα Θεσσαλονίκη Πάτρα Λάρισα Ηράκλειο Βόλος Ιωάννινα Διαφήμιση Τιμή Προϊόν Όνομα Χρήστης',
  },
  {
    encoding: 'windows-1254',
    words: 'İstanbul İzmir Şişli Eskişehir Muğla Ağrı Iğdır Çorum Kırşehir Düğün Ürün Şehir Gümüşhane Uşak Niğde',
  },
  {
    encoding: 'windows-1257',
    words: 'Šiauliai Panevėžys Klaipėda Kėdainiai Žemaitija Ąžuolas Grįžti Vėžys Būstas Namų Šuo Jonavą',
  },
  { encoding: 'windows-1255', words: 'ירושלים חיפה אביב פרסום מחיר שם תאריך מוצר אתר לקוח' },
  { encoding: 'windows-1256', words: 'القاهرة الرياض دبي إعلان سعر اسم تاريخ منتج موقع مستخدم' },
  {
    encoding: 'shift_jis',
    words: '東京都 大阪府 京都府 北海道 神奈川県 ユーザー 広告 クリック 表示回数 収益 日本語 キャンペーン 商品名 価格',
  },
  {
    encoding: 'euc-jp',
    words: '東京都 大阪府 京都府 北海道 神奈川県 ユーザー 広告 クリック 表示回数 収益 日本語 キャンペーン 商品名 価格',
  },
  { encoding: 'gb18030', words: '北京市 上海市 广州市 深圳市 广告 点击 收入 网站 用户 展示 日期 产品 价格 数量 公司' },
  { encoding: 'big5', words: '臺北市 高雄市 廣告 點擊 收入 網站 使用者 顯示 日期 產品 價格 數量 公司 台中市' },
  { encoding: 'euc-kr', words: '서울 부산 인천 광고 클릭 수익 사이트 사용자 노출 날짜 제품 가격 수량 회사' },
];
