import { type StarterSet, text } from './set.ts'
import { calledBack, choice, coordinator, number, observer, onSite, passedOn, silentSensor, yesNo } from './shared.ts'

export const emergency: StarterSet = {
  roles: [coordinator, { name: text('Field team', 'צוות שטח') }, { name: text('Medic', 'חובש') }, observer],
  actions: [
    onSite,
    calledBack,
    {
      name: text('People evacuated', 'אנשים שפונו'),
      unit: 'Number',
      value: '1',
      isCustomValue: true,
    },
    { name: text('Patients treated', 'מטופלים'), unit: 'Number', value: '1', isCustomValue: true },
    passedOn,
  ],
  eventTypes: [
    {
      name: text('Fire or smoke', 'שרפה או עשן'),
      guide: text(
        'Get to safety and call the fire service first. Then tell us what is burning and whether anyone is inside.',
        'קודם כול התרחקו למקום בטוח והתקשרו לכבאות. אחר כך ספרו לנו מה בוער ואם יש אנשים בפנים.',
      ),
      icon: 'flame',
      colour: '#c92a2a',
      questions: [
        yesNo(text('Is anyone inside?', 'יש אנשים בפנים?')),
        choice(
          text('What is burning?', 'מה בוער?'),
          [text('Building', 'מבנה'), text('Vehicle', 'רכב'), text('Open ground', 'שטח פתוח')],
          false,
        ),
      ],
    },
    {
      name: text('Medical help', 'עזרה רפואית'),
      guide: text(
        'If someone’s life is in danger, call an ambulance first. Then tell us how many people need help.',
        'אם יש סכנת חיים, הזמינו קודם אמבולנס. אחר כך ספרו לנו כמה אנשים זקוקים לעזרה.',
      ),
      icon: 'ambulance',
      colour: '#2b8a3e',
      questions: [
        number(text('How many people need help?', 'כמה אנשים זקוקים לעזרה?')),
        yesNo(text('Is everyone conscious?', 'כולם בהכרה?')),
      ],
    },
    {
      name: text('Flooding', 'הצפה'),
      guide: text(
        'Stay away from moving water. Tell us how deep it is and whether the road is passable.',
        'התרחקו ממים זורמים. ספרו לנו מה עומק המים ואם אפשר לעבור בכביש.',
      ),
      icon: 'ripple',
      colour: '#1971c2',
      questions: [
        yesNo(text('Is the road blocked?', 'הכביש חסום?')),
        choice(
          text('How deep is the water?', 'מה עומק המים?'),
          [text('Ankle', 'קרסול'), text('Knee', 'ברך'), text('Deeper', 'עמוק יותר')],
          false,
        ),
      ],
    },
    {
      name: text('Missing person', 'נעדר'),
      guide: text(
        'Describe the person and say when and where they were last seen.',
        'תארו את הנעדר וכתבו מתי ואיפה נראה לאחרונה.',
      ),
      icon: 'user-search',
      colour: '#862e9c',
      questions: [
        number(text('How old is the person?', 'מה גיל הנעדר?')),
        { name: text('What were they wearing?', 'תיאור הלבוש'), kind: 'text', isRequired: false },
      ],
    },
    {
      name: text('Power outage', 'הפסקת חשמל'),
      guide: text(
        'Tell us which streets have no power, and whether anyone depends on electrical equipment.',
        'ספרו לנו באילו רחובות אין חשמל, ואם מישהו תלוי במכשיר חשמלי.',
      ),
      icon: 'bolt',
      colour: '#5c6370',
      questions: [yesNo(text('Does anyone depend on electrical equipment?', 'מישהו תלוי במכשיר חשמלי?'), false)],
    },
  ],
  metrics: [
    { name: text('People evacuated', 'אנשים שפונו'), shortName: text('Evacuated', 'פונו'), of: { action: 2 } },
    { name: text('Reports of fire', 'דיווחי שרפה'), shortName: text('Fires', 'שרפות'), of: { eventType: 0 } },
  ],
  rules: [
    {
      name: text('Fire without a response for 10 min', 'שרפה ללא טיפול במשך 10 דקות'),
      severity: 'high',
      when: { eventType: 0, unattendedMinutes: 10 },
    },
    silentSensor,
  ],
  communities: [text('Volunteers', 'מתנדבים')],
}
