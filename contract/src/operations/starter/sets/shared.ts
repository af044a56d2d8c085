import { type StarterAction, type StarterQuestion, type StarterRole, type StarterRule, type Text, text } from './set.ts'

export const yesNo = (name: Text, isRequired = true): StarterQuestion => ({ name, kind: 'yesNo', isRequired })
export const number = (name: Text, isRequired = true): StarterQuestion => ({ name, kind: 'number', isRequired })
export const choice = (name: Text, choices: Text[], isRequired = true): StarterQuestion => ({
  name,
  kind: 'choice',
  choices,
  isRequired,
})

export const onSite: StarterAction = {
  name: text('Arrived on site', 'הגעה למקום'),
  unit: 'Text',
  value: text('Arrived', 'הגענו'),
}
export const calledBack: StarterAction = {
  name: text('Called the reporter', 'שיחה עם המדווח'),
  unit: 'Text',
  value: text('Called', 'שוחחנו'),
}
export const passedOn: StarterAction = {
  name: text('Passed on to another service', 'העברה לגורם אחר'),
  unit: 'Text',
  value: text('Passed on', 'הועבר'),
}

export const coordinator: StarterRole = { name: text('Coordinator', 'רכז') }
export const observer: StarterRole = { name: text('Observer', 'צופה'), isViewer: true }

export const silentSensor: StarterRule = {
  name: text('Sensor silent for a day', 'חיישן ללא דיווח במשך יממה'),
  severity: 'warning',
  when: { sensorSilentHours: 24 },
}
