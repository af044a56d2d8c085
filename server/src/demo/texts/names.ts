/** Hebrew names by English name. Event types, regions and communities carry their own. */
const hebrew: Record<string, string> = {
  'Duty officer': 'קצין תורן',
  'Field team': 'צוות שטח',
  Medic: 'חובש',
  'Community liaison': 'קשרי קהילה',
  Analyst: 'אנליסט',
  Observer: 'צופה',
  'Watch officer': 'קצין משמרת',
  'Boat crew': 'צוות סירה',
  'Harbor visitor': 'אורח הנמל',
  'Arrived on site': 'הגעה למקום',
  'With the patient': 'עם המטופל',
  'Called back': 'שיחה חוזרת',
  'Escalate to duty officer': 'העברה לקצין התורן',
  'Ambulance requested': 'הוזמן אמבולנס',
  Severity: 'חומרה',
  'People evacuated': 'מפונים',
  'Patients treated': 'מטופלים',
  'Sandbags placed': 'שקי חול שהונחו',
  'Damage estimate': 'הערכת נזק',
  'Supplies delivered': 'אספקה שחולקה',
  'Boat under way': 'סירה בדרך',
  'People brought ashore': 'הובאו לחוף',
  'Call the watch officer': 'קריאה לקצין המשמרת',
  'Floods to the knee': 'הצפות עד הברך',
  'Knee-deep': 'עד הברך',
  'Damage estimated': 'נזק משוער',
  Damage: 'נזק',
  Evacuated: 'מפונים',
  'Evacuations of more than ten': 'פינויים של יותר מעשרה',
  'Over 10': 'מעל 10',
  'Reports by the field team': 'דיווחים של צוות השטח',
  'By field': 'צוות שטח',
  'Hazards in San Francisco': 'מפגעים בסן פרנסיסקו',
  'SF hazards': 'מפגעי ס״פ',
  'Reported losses': 'הפסדים שדווחו',
  Losses: 'הפסדים',
  'Mission food pantry': 'מזווה המזון של מישן',
  '<p>Collects and hands out food every second Saturday. New helpers are welcome.</p>':
    '<p>אוספים ומחלקים מזון בכל שבת שנייה. מתנדבים חדשים יתקבלו בברכה.</p>',
  'Deliveries of supplies': 'חלוקות אספקה',
  'Requests for supplies': 'בקשות לאספקה',
  'Bayview first-aid circle': 'חוג העזרה הראשונה של בייוויו',
  '<p>Neighbours who train to help until the ambulance comes.</p>':
    '<p>שכנים שמתאמנים בעזרה ראשונה עד להגעת האמבולנס.</p>',
  'People treated': 'מטופלים',
  'Beach and dune watch': 'משמר החוף והדיונות',
  '<p>Keeps the beach clean and reports <strong>erosion</strong> of the dunes.</p>':
    '<p>שומרים על ניקיון החוף ומדווחים על <strong>סחיפה</strong> של הדיונות.</p>',
  'Sandbag days': 'ימי שקי חול',
  'Flood reports': 'דיווחי הצפה',
  'Sunset translators': 'המתורגמנים של סאנסט',
  '<p>Residents who translate for neighbours, go with them to appointments and help newcomers.</p>':
    '<p>תושבים שמתרגמים לשכנים, מלווים אותם לפגישות ועוזרים למי שהגיעו לאחרונה.</p>',
  'Calls returned': 'שיחות שהוחזרו',
  'Shelter, main hall': 'מקלט, אולם ראשי',
}

export const hebrewOf = (english: string): string => hebrew[english] ?? english

export const inHebrew = (texts: Record<string, string | null | undefined>): string => {
  const known = Object.entries(texts).flatMap(([name, text]) => {
    const translation = text && hebrew[text]
    return translation ? [[name, translation]] : []
  })
  return JSON.stringify(known.length > 0 ? { he: Object.fromEntries(known) } : {})
}
