import type { Language } from '#contract'
export const entryTexts: Record<Language, Record<string, string[]>> = {
  en: {
    any: [
      'Called the reporter back, nothing new since.',
      'On the way, about ten minutes.',
      'Photo taken, added to the shift report.',
      'Handing over to the night shift.',
      'Neighbours are informed.',
      'Can someone with the keys to the yard come along?',
      'Checked again on the way home, unchanged.',
    ],
    road: [
      'Cones and a warning light are in place.',
      'Public works was told, they come tomorrow at seven.',
      'One lane is free again.',
    ],
    medical: [
      'Ambulance has taken over.',
      'First aid given, waiting for the family.',
      'Refused transport, will see a doctor tomorrow.',
    ],
    fire: [
      'Fire department on site, we keep the street clear.',
      'Flames are out, smoke until the evening.',
      'Counted everyone at the meeting point.',
    ],
    flood: [
      'Pump is running, level down by a hand.',
      'Forty sandbags placed at the doors.',
      'Water comes back with the tide at nine.',
    ],
    power: [
      'The utility expects power by midnight.',
      'Brought a battery for the oxygen device.',
      'Half of the street is back.',
    ],
    missing: [
      'Search along the creek finished, nothing found.',
      'Checked the bus drivers of this line.',
      'Found, tired and well. Family is on the way.',
    ],
    suspicious: [
      'Police took the description.',
      'Drove by twice, nobody there.',
      'Camera of the shop may show it, owner agreed.',
    ],
    damage: ['Secured with tape.', 'Owner will repair it this week.', 'City inspector comes on Thursday.'],
    supplies: ['Two boxes delivered, thanks to the bakery.', 'Delivery planned for five.', 'Still missing about ten.'],
    distress: ['Boat alongside, taking the tow line.', 'All ashore, warm and dry.'],
    spill: ['Boom laid around it.', 'Sample taken.'],
    dock: ['Closed with a chain.', 'Carpenter comes in the morning.'],
  },
  he: {
    any: [
      'התקשרנו למדווח, אין שינוי.',
      'בדרך, כעשר דקות.',
      'צולם וצורף לדוח המשמרת.',
      'מעבירים למשמרת הלילה.',
      'השכנים עודכנו.',
      'בדקנו שוב בדרך הביתה, אין שינוי.',
    ],
    road: ['הוצבו קונוסים ופנס אזהרה.', 'נתיב אחד נפתח מחדש.'],
    medical: ['האמבולנס הגיע ולקח אחריות.', 'ניתנה עזרה ראשונה, מחכים למשפחה.'],
    fire: ['הכבאים במקום, אנחנו שומרים על הרחוב פנוי.', 'האש כבתה, עוד עשן עד הערב.'],
    flood: ['המשאבה עובדת, המים ירדו.', 'הונחו ארבעים שקי חול ליד הדלתות.'],
    power: ['חברת החשמל צופה חזרה עד חצות.', 'הבאנו סוללה למכשיר החמצן.'],
    missing: ['הסריקה לאורך הנחל הסתיימה, לא נמצא דבר.', 'נמצא, עייף ובריא. המשפחה בדרך.'],
    suspicious: ['המשטרה קיבלה תיאור.', 'עברנו פעמיים, אין שם איש.'],
    damage: ['סומן בסרט.', 'הבעלים יתקן השבוע.'],
    supplies: ['נמסרו שתי קופסאות, תודה למאפייה.', 'המשלוח מתוכנן לחמש.'],
    distress: ['הסירה לצידם, לוקחים חבל גרירה.'],
    spill: ['נפרס מחסום סביב הכתם.'],
    dock: ['נסגר בשרשרת.'],
  },
}

export const talkWithVisitor = [
  'Thank you. Is anyone still inside, or on the road?',
  'No, everybody is out. I wait at the corner.',
] as const
