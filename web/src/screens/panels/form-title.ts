import { type Form, type FormKind, readForm } from '../workspace/workspace.ts'

const titles = {
  event: ['panel.newEvent', 'panel.editEvent'],
  metric: ['panel.newMetric', 'panel.editMetric'],
  region: ['panel.newRegion', 'panel.editRegion'],
  localmap: ['panel.newLocalMap', 'panel.editLocalMap'],
  rule: ['panel.newRule', 'panel.editRule'],
  escalation: ['panel.newPlan', 'panel.editPlan'],
  rota: ['panel.newRota', 'panel.editRota'],
  role: ['panel.newRole', 'panel.editRole'],
  action: ['panel.newAction', 'panel.editAction'],
  activity: ['panel.newActivity', 'panel.editActivity'],
  eventType: ['panel.newEventType', 'panel.editEventType'],
  area: ['panel.newArea', 'panel.editArea'],
  sensor: ['panel.editSensor', 'panel.editSensor'],
  group: ['panel.newGroup', 'panel.editGroup'],
} as const satisfies Record<FormKind, readonly [string, string]>

export const formTitle = (form: Form) => {
  const { kind, id } = readForm(form)
  return titles[kind][id ? 1 : 0]
}
