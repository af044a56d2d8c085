import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Alarm, Rule } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Alarms } from './Alarms.tsx'
import type { RuleChoices } from './choices.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleList } from './RuleList.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => localStorage.clear())

const gauge = '019a0000-0000-7000-8000-000000000001'
const river = '019a0000-0000-7000-8000-000000000002'
const flood = '019a0000-0000-7000-8000-000000000003'
const choices: RuleChoices = {
  sensors: [{ _id: gauge, name: 'Bridge gauge', kind: 'River gauge', parameters: ['level'] }],
  areas: [{ _id: river, name: 'River' }],
  regions: [],
  types: [{ _id: flood, name: 'Flood' }],
  plans: [],
}
const rule: Rule = {
  _id: '019a0000-0000-7000-8000-000000000004',
  serviceId: '019a0000-0000-7000-8000-000000000005',
  name: 'High water',
  isEnabled: true,
  severity: 'high',
  trigger: {
    type: 'sensor',
    scope: { type: 'area', areaId: river },
    match: 'all',
    conditions: [{ type: 'value', parameter: 'level', operator: 'above', enter: 3.2, leave: 3 }],
    forSeconds: 300,
    clearSeconds: 60,
    noDataSeconds: 3600,
  },
  quietSeconds: 600,
  setsAreaStatus: true,
  event: { eventTypeId: flood, isArchivedOnClear: true },
  planId: null,
  openAlarms: 2,
}
const port = '019a0000-0000-7000-8000-000000000006'
const plain = (text: string | null | undefined) => text?.replace(/[\u2066-\u2069]/g, '')

test('a rule reads as a sentence in the list, and is switched off there', async () => {
  answer.mockResolvedValue({ ...rule, isEnabled: false })
  show(<RuleList rules={[rule]} choices={choices} onEdit={() => {}} onCopy={() => {}} />)
  expect(plain(screen.getByRole('listitem').textContent)).toContain(
    'When level is above 3.2 (until below 3) on any sensor in River for 5 min, raise an alarm of severity High and create an event of type Flood. The alarm clears 1 min after its conditions stop being met. The event is archived when the alarm ends. After that, no new alarm for 10 min. If no readings arrive for 1 hour, it shows “No data”.',
  )
  expect(screen.getByText('2 alarms')).toBeDefined()
  await userEvent.click(screen.getByRole('switch', { name: 'High water is on' }))
  expect(answer.mock.lastCall?.[1]).toEqual({ params: { id: rule._id }, body: { isEnabled: false } })
})

test('a new rule reports missing fields, and is sent as its sentence reads', async () => {
  answer.mockResolvedValue(rule)
  const onDone = vi.fn()
  show(<RuleForm draft="rule.test" rule={undefined} choices={choices} onDone={onDone} />)
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label, { exact: false, selector: 'input' }), { target: { value } })
  fill('Name', 'High water')
  fireEvent.submit(screen.getByLabelText('New rule'))
  expect(await screen.findAllByText('Required.')).not.toEqual([])
  expect(onDone).not.toHaveBeenCalled()
  fill('Parameter', 'level')
  // Types key by key, because the form must keep the intermediate text “3.”.
  await userEvent.type(screen.getByLabelText('Value'), '3.2')
  expect(plain(screen.getByText(/raise an alarm/).textContent)).toBe(
    'When level is above 3.2 on any sensor, raise an alarm of severity Warning.',
  )
  fireEvent.submit(screen.getByLabelText('New rule'))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(answer.mock.lastCall?.[1]).toMatchObject({
    body: {
      name: 'High water',
      severity: 'warning',
      trigger: { scope: { type: 'all' }, conditions: [{ type: 'value', parameter: 'level', enter: 3.2, leave: null }] },
      event: null,
    },
  })
})

test('a rule on public warnings reads as a sentence, and is edited', async () => {
  const ofWarnings: Rule = {
    ...rule,
    name: 'Severe weather',
    trigger: { type: 'warning', severity: 'severe', regionIds: [port] },
    event: null,
    quietSeconds: 0,
  }
  const withRegions = { ...choices, regions: [{ _id: port, name: 'Port' }] }
  answer.mockResolvedValue(ofWarnings)
  show(<RuleForm draft="rule.warning" rule={ofWarnings} choices={withRegions} onDone={() => {}} />)
  expect(plain(screen.getByText(/raise an alarm/).textContent)).toBe(
    'When a severe or extreme warning affects Port, raise an alarm of severity High.',
  )
  await userEvent.click(screen.getByRole('combobox', { name: 'Affecting' }))
  await userEvent.click(await screen.findByRole('option', { name: 'The home area', hidden: true }))
  expect(plain(screen.getByText(/raise an alarm/).textContent)).toContain('warning affects the home area, raise')
  fireEvent.submit(screen.getByLabelText('Edit rule'))
  await waitFor(() =>
    expect(answer.mock.lastCall?.[1]).toMatchObject({
      body: { trigger: { type: 'warning', severity: 'severe', regionIds: null } },
    }),
  )
})

const alarm: Alarm = {
  _id: gauge,
  serviceId: rule.serviceId,
  kind: 'alarm',
  ruleId: rule._id,
  ruleName: rule.name,
  severity: 'high',
  sensor: { _id: gauge, name: 'Bridge gauge' },
  event: null,
  endedAt: null,
  endedBy: null,
  endReason: null,
  isMuted: false,
  escalationId: null,
  beganAt: new Date(2026, 2, 1, 13, 55).toISOString(),
  raisedAt: new Date(2026, 2, 1, 14, 0).toISOString(),
  explanation: {
    match: 'all',
    conditions: [
      { condition: { type: 'value', parameter: 'level', operator: 'above', enter: 3.2, leave: 3 }, value: 3.41 },
    ],
  },
}

test('an alarm shows its rule, values and start, or its wait for rules on events', () => {
  const unattended = { type: 'unattended' as const, eventTypeIds: [flood], seconds: 600 }
  const onEvents: Alarm = { ...alarm, _id: river, sensor: null, explanation: { trigger: unattended } }
  const noData: Alarm = { ...alarm, _id: flood, kind: 'noData', explanation: {} }
  show(<Alarms alarms={[alarm, onEvents, noData]} choices={choices} mayEnd={false} onEvent={() => {}} />)
  const [first, second, third] = screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent))
  expect(first).toContain('High water')
  expect(first).toContain('level is above 3.2 (until below 3): 3.41')
  expect(first).toContain('Conditions met since 01 Mar 2026 13:55, alarm at 01 Mar 2026 14:00')
  expect(second).toContain('a new event of type Flood has no log entry for 10 min')
  expect(third).toContain('No data from 01 Mar 2026 14:00')
})

test('an alarm on a warning names it in the reader’s language, and leads to it while it lasts', async () => {
  const trigger = { type: 'warning' as const, severity: 'severe' as const, regionIds: null }
  const headlines = [
    { language: 'he', headline: 'שיטפון' },
    { language: 'en-us', headline: 'River flood' },
  ]
  const explanation = { trigger, warning: { _id: flood, severity: 'severe' as const, headlines } }
  const onWarning: Alarm = { ...alarm, sensor: null, explanation }
  const opened = vi.fn()
  show(<Alarms alarms={[onWarning]} choices={choices} mayEnd={false} onEvent={() => {}} onWarning={opened} />)
  expect(screen.getByRole('listitem').textContent).toContain('a severe or extreme warning affects the home area')
  await userEvent.click(screen.getByRole('button', { name: 'River flood' }))
  expect(opened).toHaveBeenCalledWith(flood)
})
