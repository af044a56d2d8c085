/**
 * Words that mean the same in reports, in both languages: one line per meaning. A report in Hebrew and one in English
 * about the same thing share meanings, not letters. Words are listed without prefixes and endings, which `meaning.ts`
 * removes from the words of reports.
 */
const lines = `
tree trees trunk branch branches bough עץ עצים ענף ענפים גזע
road street lane highway avenue path way כביש רחוב דרך נתיב שדרה מסלול
blocked blocking block closed obstructed impassable חסום חסומה חוסם חוסמת סגור סגורה
fallen fell down collapsed toppled נפל נפלה קרס קרסה התמוטט התמוטטה שבור נטוי
flood flooded flooding underwater inundated overflow overflowing הצפה מוצף מוצפת הוצף שיטפון
water puddle מים שלולית
fire burning flames blaze smoke smoking ablaze אש שריפה דליקה בוער בוערת להבות עשן
car vehicle automobile truck van רכב מכונית משאית אוטו
accident crash collision crashed תאונה התנגשות
hurt injured wounded bleeding casualty פצוע פצועה פצועים נפגע נפגעה נפגעים מדמם
person man woman someone resident elderly אדם איש אישה מישהו תושב קשיש קשישה
child children kid boy girl ילד ילדה ילדים
missing lost disappeared נעדר נעדרת אבד אבדה נעלם נעלמה
trapped stuck לכוד לכודה לכודים תקוע תקועה
power electricity electric outage blackout חשמל הפסקת
wire wires cable cables line lines כבל כבלים חוט חוטים קו קווים
pole post pylon עמוד
light lights lamp lamps streetlight תאורה פנס פנסים אור
traffic signal junction intersection crossroads רמזור צומת
pipe pipes main leak leaking burst צינור צינורות דליפה נזילה התפוצץ פיצוץ
gas smell odour odor גז ריח
sewage sewer drain manhole ביוב ניקוז שוחה
rubbish trash garbage waste litter dumped אשפה זבל פסולת
bin bins container dumpster פח פחים מכולה
pothole hole crater sinkhole בור מהמורה שקע
rock rocks stones boulder landslide mudslide סלע סלעים אבנים דרדרת מפולת
wall fence גדר קיר חומה
roof tiles גג רעפים
building house apartment בניין בית דירה מבנה
bridge overpass גשר
elevator lift מעלית
dog dogs כלב כלבים
snake snakes viper נחש צפע
cow cows cattle פרה פרות
boar boars pig חזיר חזירים
cyclist bicycle bike rider אופניים רוכב
suspicious unattended package bag חשוד חשודה חפץ תיק חבילה
broken damaged smashed cracked שבורה שבורים ניזוק פגום סדוק
window windows glass חלון חלונות זכוכית שמשה
school kindergarten nursery ספר גן
park playground garden פארק שעשועים גינה
bench seat ספסל
swing slide נדנדה מגלשה
noise loud music רעש מוזיקה
shelter shelters refuge מקלט מקלטים
food meals hungry אוכל מזון ארוחות רעב
medicine medication medicines תרופה תרופות
doctor ambulance paramedic רופא אמבולנס חובש
rescue evacuate evacuation חילוץ פינוי לפנות
sign signs board שלט שלטים תמרור
bus stop station אוטובוס תחנה
river stream creek נחל נהר ואדי
beach sea coast חוף ים
oil spill diesel slippery שמן דלק החלקה חלק
`

const byWord = new Map<string, string>()
for (const line of lines.trim().split('\n')) {
  const words = line.split(' ')
  for (const word of words) byWord.set(word, words[0] ?? word)
}

export const meanings: ReadonlyMap<string, string> = byWord
