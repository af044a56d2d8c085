import { type StarterSet, text } from './set.ts'
import { calledBack, choice, coordinator, observer, onSite, passedOn, yesNo } from './shared.ts'

export const neighbourhood: StarterSet = {
  roles: [coordinator, { name: text('Patrol', 'סייר') }, observer],
  actions: [
    onSite,
    calledBack,
    passedOn,
    { name: text('Patrol hours', 'שעות סיור'), unit: 'Number', value: '1', isCustomValue: true },
  ],
  eventTypes: [
    {
      name: text('Suspicious activity', 'פעילות חשודה'),
      guide: text(
        'If anyone is in danger, call the police first. Keep your distance, and describe what you see and which way they went.',
        'אם מישהו בסכנה, התקשרו קודם למשטרה. שמרו מרחק, ותארו מה אתם רואים ולאן הם הלכו.',
      ),
      icon: 'eye',
      colour: '#343a40',
      anonymous: true,
      questions: [yesNo(text('Is it happening now?', 'זה קורה עכשיו?'))],
    },
    {
      name: text('Break-in or theft', 'פריצה או גנבה'),
      guide: text(
        'Don’t touch anything, and call the police. Then tell us where it happened and when you noticed it.',
        'אל תיגעו בשום דבר והתקשרו למשטרה. אחר כך ספרו לנו איפה זה קרה ומתי שמתם לב.',
      ),
      icon: 'shield',
      colour: '#c92a2a',
      questions: [yesNo(text('Have you told the police?', 'הודעתם למשטרה?'))],
    },
    {
      name: text('Damage', 'נזק לרכוש'),
      guide: text('Take a photo and say what is broken.', 'צלמו וספרו מה נשבר.'),
      icon: 'hammer',
      colour: '#9c4221',
      isPhotoRequired: true,
      questions: [],
    },
    {
      name: text('Neighbour needs help', 'שכן זקוק לעזרה'),
      guide: text('Say what is needed and how urgent it is.', 'ספרו מה נדרש וכמה זה דחוף.'),
      icon: 'lifebuoy',
      colour: '#2b8a3e',
      questions: [
        choice(text('How urgent is it?', 'כמה זה דחוף?'), [
          text('Now', 'עכשיו'),
          text('Today', 'היום'),
          text('This week', 'השבוע'),
        ]),
      ],
    },
    {
      name: text('Lost pet', 'חיית מחמד שאבדה'),
      guide: text('A photo helps most. Say where it was last seen.', 'תמונה עוזרת יותר מכול. ספרו איפה נראתה לאחרונה.'),
      icon: 'paw',
      colour: '#9c6a0a',
      questions: [],
    },
  ],
  metrics: [{ name: text('Hours on patrol', 'שעות סיור'), shortName: text('Patrol h', 'סיורים'), of: { action: 3 } }],
  rules: [
    {
      name: text('Several reports of suspicious activity close together', 'כמה דיווחים סמוכים על פעילות חשודה'),
      severity: 'warning',
      when: { eventType: 0, moreThan: 2, radiusMetres: 500, withinMinutes: 60 },
    },
    {
      name: text('Request for help without a response for 30 min', 'בקשת עזרה ללא מענה במשך 30 דקות'),
      severity: 'high',
      when: { eventType: 3, unattendedMinutes: 30 },
    },
  ],
  communities: [text('Neighbours', 'שכנים')],
}
