import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Escalation } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { EscalationCard } from './EscalationCard.tsx'
import { PlanForm } from './PlanForm.tsx'
import { PlanList } from './PlanList.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => localStorage.clear())

const [dana, responder, nights] = [1, 2, 3].map((number) => `019a0000-0000-7000-8000-00000000000${number}`) as [
  string,
  string,
  string,
]
const escalation: Escalation = {
  _id: '019a0000-0000-7000-8000-000000000004',
  serviceId: '019a0000-0000-7000-8000-000000000005',
  ruleName: 'High water',
  planName: 'Flood watch',
  severity: 'high',
  phase: 'climbing',
  level: 1,
  levels: 3,
  nextAt: new Date(2026, 2, 1, 14, 5).toISOString(),
  beganAt: new Date(2026, 2, 1, 13, 55).toISOString(),
  isUnreached: false,
  owner: null,
  acknowledgedAt: null,
  openAlarms: 500,
  receivers: [
    {
      memberId: dana,
      name: 'Dana',
      level: 0,
      at: '2026-03-01T12:00:00.000Z',
      deliveries: [{ channel: 'push', state: 'failed' }],
    },
    {
      memberId: responder,
      name: 'Omer',
      level: 1,
      at: '2026-03-01T12:05:00.000Z',
      deliveries: [{ channel: 'sms', state: 'delivered' }],
    },
  ],
}
const plain = (text: string | null | undefined) => text?.replace(/[\u2066-\u2069]/g, '') ?? ''

test('an escalation shows its level and the state of each message, and one click acknowledges it', async () => {
  answer.mockResolvedValue({ ...escalation, phase: 'acknowledged' })
  show(<EscalationCard escalation={escalation} subjects={['gauge 1', 'gauge 2']} memberId={dana} mayAct />)
  const text = plain(screen.getByRole('listitem').textContent)
  expect(text).toContain('Level 2 of 3 notified; no one has acknowledged yet · next at 14:05')
  expect(text).toContain('gauge 1, gauge 2 and 498 more')
  expect(text).toContain('Level 1: Dana (Notification: failed)')
  expect(text).toContain('Level 2: Omer (Text message: delivered)')
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(answer.mock.lastCall?.[1]).toEqual({ params: { id: escalation._id } })
})

test('the member handling an alarm can hand it over', () => {
  const owned: Escalation = {
    ...escalation,
    phase: 'acknowledged',
    nextAt: null,
    owner: { _id: dana, name: 'Dana' },
    acknowledgedAt: new Date(2026, 2, 1, 13, 58).toISOString(),
  }
  show(<EscalationCard escalation={owned} subjects={[]} memberId={dana} mayAct />)
  expect(plain(screen.getByRole('status').textContent)).toBe('Handled by Dana since 13:58')
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Hand over' })).toBeDefined()
})

const choices = {
  members: [{ _id: dana, name: 'Dana' }],
  roles: [{ _id: responder, name: 'Responder' }],
  rotas: [{ _id: nights, name: 'Nights' }],
}
const level = { channels: ['push' as const], waitSeconds: 300, repeatSeconds: null }
const plan = {
  _id: '019a0000-0000-7000-8000-000000000006',
  serviceId: escalation.serviceId,
  name: 'Flood watch',
  remindSeconds: 3600,
  rules: ['High water'],
  levels: [
    { ...level, targets: [{ type: 'onDuty' as const, rotaId: nights }] },
    {
      ...level,
      targets: [
        { type: 'role' as const, roleId: responder },
        { type: 'member' as const, memberId: dana },
      ],
    },
  ],
}

test('a plan reads as one sentence for each level', () => {
  show(<PlanList plans={[plan]} choices={choices} onEdit={() => {}} />)
  const text = plain(screen.getByRole('listitem').textContent)
  expect(text).toContain('1. whoever is on duty (Nights) by Notification; after 5 min, the next level.')
  expect(text).toContain('2. everyone with the role Responder and Dana by Notification; after 5 min, the admins.')
  expect(text).toContain('Used by High water')
})

test('an incomplete plan is not sent, and a complete one is sent as shown', async () => {
  show(<PlanForm draft="plan.test" plan={undefined} choices={choices} onDone={() => {}} />)
  answer.mockClear()
  fireEvent.submit(screen.getByLabelText('New escalation plan'))
  expect(await screen.findAllByText('Required.')).not.toEqual([])
  expect(answer).not.toHaveBeenCalled()
  cleanup()
  answer.mockResolvedValue(plan)
  const onDone = vi.fn()
  show(<PlanForm draft="plan.other" plan={plan} choices={choices} onDone={onDone} />)
  fireEvent.change(screen.getByLabelText('Name', { exact: false, selector: 'input' }), { target: { value: 'Storm' } })
  fireEvent.submit(screen.getByLabelText('Edit escalation plan'))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(answer.mock.lastCall?.[1]).toEqual({
    params: { id: plan._id },
    body: { name: 'Storm', remindSeconds: 3600, levels: plan.levels },
  })
})
