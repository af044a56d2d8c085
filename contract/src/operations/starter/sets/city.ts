import { type StarterSet, text } from './set.ts'
import { calledBack, choice, observer, onSite, passedOn, silentSensor, yesNo } from './shared.ts'

export const city: StarterSet = {
  roles: [
    { name: text('Dispatcher', 'מוקדן') },
    { name: text('Crew', 'צוות עבודה') },
    { name: text('Inspector', 'פקח') },
    observer,
  ],
  actions: [
    onSite,
    { name: text('Repaired', 'תוקן'), unit: 'Text', value: text('Repaired', 'תוקן') },
    { name: text('Cost of repair', 'עלות התיקון'), unit: 'Dollar', value: '0', isCustomValue: true },
    passedOn,
    calledBack,
  ],
  eventTypes: [
    {
      name: text('Pothole or road damage', 'בור או נזק בכביש'),
      guide: text(
        'Take the photo from the pavement, not from the road. Say which lane it is in.',
        'צלמו מהמדרכה, לא מהכביש. ספרו באיזה נתיב הבור.',
      ),
      icon: 'road',
      colour: '#9c4221',
      questions: [yesNo(text('Is it dangerous for traffic?', 'הוא מסכן את התנועה?'))],
    },
    {
      name: text('Street light out', 'פנס רחוב כבוי'),
      guide: text('The number on the pole helps us find it.', 'המספר שעל העמוד עוזר לנו למצוא אותו.'),
      icon: 'bolt',
      colour: '#9c6a0a',
      questions: [{ name: text('Number on the pole', 'המספר שעל העמוד'), kind: 'text', isRequired: false }],
    },
    {
      name: text('Rubbish', 'אשפה ופסולת'),
      guide: text('Say what was left, and whether it blocks the way.', 'ספרו מה הושאר, ואם זה חוסם את המעבר.'),
      icon: 'trash',
      colour: '#5c6370',
      questions: [
        choice(text('What is it?', 'מה זה?'), [
          text('Overflowing bin', 'פח מלא'),
          text('Bulky waste', 'גרוטאות'),
          text('Building rubble', 'פסולת בניין'),
        ]),
      ],
    },
    {
      name: text('Fallen or dangerous tree', 'עץ שנפל או מסוכן'),
      guide: text('Keep away from power lines. Say what the tree blocks.', 'התרחקו מקווי חשמל. ספרו מה העץ חוסם.'),
      icon: 'tree',
      colour: '#2b8a3e',
      questions: [yesNo(text('Does it touch a power line?', 'הוא נוגע בקו חשמל?'))],
    },
    {
      name: text('Water leak', 'דליפת מים'),
      guide: text('Say where the water comes from and how strong it is.', 'ספרו מהיכן המים יוצאים ובאיזו עוצמה.'),
      icon: 'droplet',
      colour: '#1971c2',
      questions: [
        choice(text('How strong is it?', 'מה העוצמה?'), [
          text('Dripping', 'טפטוף'),
          text('Running', 'זרימה'),
          text('Gushing', 'פיצוץ'),
        ]),
      ],
    },
  ],
  metrics: [
    { name: text('Cost of repairs', 'עלות התיקונים'), shortName: text('Repairs', 'תיקונים'), of: { action: 2 } },
    {
      name: text('Road damage reported', 'דיווחי נזק בכביש'),
      shortName: text('Roads', 'כבישים'),
      of: { eventType: 0 },
    },
  ],
  rules: [
    {
      name: text('Several water leaks close together', 'כמה דליפות מים סמוכות'),
      severity: 'high',
      when: { eventType: 4, moreThan: 3, radiusMetres: 300, withinMinutes: 120 },
    },
    silentSensor,
  ],
  communities: [text('Residents', 'תושבים')],
}
