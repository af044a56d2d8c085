import { type StarterSet, text } from './set.ts'
import { number, observer, onSite, passedOn, yesNo } from './shared.ts'

export const eventSafety: StarterSet = {
  roles: [
    { name: text('Control room', 'חדר בקרה') },
    { name: text('Steward', 'סדרן') },
    { name: text('First aid', 'עזרה ראשונה') },
    observer,
  ],
  actions: [
    onSite,
    { name: text('Patients treated', 'מטופלים'), unit: 'Number', value: '1', isCustomValue: true },
    { name: text('Gate closed', 'שער נסגר'), unit: 'Text', value: text('Closed', 'סגור') },
    { name: text('Gate opened', 'שער נפתח'), unit: 'Text', value: text('Open', 'פתוח') },
    passedOn,
  ],
  eventTypes: [
    {
      name: text('Crowding', 'צפיפות'),
      guide: text(
        'Say at which gate or stand, and whether people can move.',
        'ספרו באיזה שער או יציע, ואם אנשים יכולים לזוז.',
      ),
      icon: 'users',
      colour: '#9c4221',
      questions: [yesNo(text('Can people still move?', 'אנשים יכולים לזוז?'))],
    },
    {
      name: text('First aid needed', 'נדרשת עזרה ראשונה'),
      guide: text(
        'Stay with the person and send someone to wave the team in.',
        'הישארו ליד האדם ושלחו מישהו לכוון את הצוות.',
      ),
      icon: 'first-aid-kit',
      colour: '#c92a2a',
      questions: [yesNo(text('Is the person conscious?', 'האדם בהכרה?'))],
    },
    {
      name: text('Lost child', 'ילד שהלך לאיבוד'),
      guide: text('Stay with the child. Don’t announce the child’s name.', 'הישארו עם הילד, ואל תכריזו את שמו.'),
      icon: 'user-search',
      colour: '#862e9c',
      questions: [number(text('About how old?', 'מה הגיל בערך?'))],
    },
    {
      name: text('Unattended item', 'חפץ חשוד'),
      guide: text('Don’t touch it. Keep people away and wait for us.', 'אל תיגעו בו. הרחיקו אנשים וחכו לנו.'),
      icon: 'package',
      colour: '#343a40',
      questions: [],
    },
    {
      name: text('Damage or hazard', 'מפגע'),
      guide: text('Say what is broken and whether someone could get hurt.', 'ספרו מה נשבר ואם מישהו עלול להיפגע.'),
      icon: 'alert-triangle',
      colour: '#9c6a0a',
      questions: [],
    },
  ],
  metrics: [
    { name: text('Patients treated', 'מטופלים'), shortName: text('Treated', 'טופלו'), of: { action: 1 } },
    { name: text('Crowding reports', 'דיווחי צפיפות'), shortName: text('Crowding', 'צפיפות'), of: { eventType: 0 } },
  ],
  rules: [
    {
      name: text('First aid without a response for 5 min', 'עזרה ראשונה ללא מענה במשך 5 דקות'),
      severity: 'high',
      when: { eventType: 1, unattendedMinutes: 5 },
    },
    {
      name: text('Crowding reported from one place', 'דיווחי צפיפות ממקום אחד'),
      severity: 'high',
      when: { eventType: 0, moreThan: 3, radiusMetres: 150, withinMinutes: 15 },
    },
  ],
  communities: [text('Visitors', 'מבקרים')],
}
