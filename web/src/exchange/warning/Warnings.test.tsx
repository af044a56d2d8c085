import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Endpoint, Problem, type Warning, warningApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { warningOf, warningText } from '../../testing/warning.ts'
import { useWarning } from './data.ts'
import { WarningCard } from './WarningCard.tsx'
import { WarningEvent } from './WarningEvent.tsx'
import { WarningList } from './WarningList.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())
afterEach(async () => void (await i18next.changeLanguage('en')))

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const plain = (text: string | null | undefined) => text?.replace(/[\u2066-\u2069]/g, '')

const list = (...warnings: Warning[]) =>
  show(<WarningList warnings={warnings} total={warnings.length} selected={undefined} onSelect={() => {}} />)

test('warnings in effect are listed apart from coming ones, with severity, time and areas', () => {
  list(
    warningOf({ texts: [warningText({ areas: 'Port, Old town' })] }),
    warningOf({ _id: 'b', severity: 'minor', beginsAt: inHours(48), texts: [warningText({ headline: 'Frost' })] }),
  )
  const current = screen.getByRole('region', { name: 'In effect' })
  expect(within(current).getAllByRole('listitem')).toHaveLength(1)
  expect(plain(current.textContent)).toMatch(/River flood.*Severe.*Until .*\d\d:\d\d.*Port, Old town/)
  const coming = screen.getByRole('region', { name: 'Upcoming' })
  expect(plain(coming.textContent)).toMatch(/Frost.*Minor.*From (Sun|Mon|Tue|Wed|Thu|Fri|Sat) \d\d:\d\d/)
})

test('exercises and tests are marked, and warnings without a headline have a name', () => {
  list(
    warningOf({ status: 'exercise' }),
    warningOf({ _id: 'b', status: 'test', texts: [warningText({ headline: '', event: '' })] }),
  )
  expect(screen.getByRole('button', { name: /Exercise.*River flood/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /Test.*W-1/ })).toBeDefined()
})

test.each([
  ['he', ['en', 'iw'], 'iw'],
  ['he', ['ar', 'en-gb'], 'en-gb'],
  ['en', ['ru', 'he'], 'ru'],
  ['en', ['he', 'en-us'], 'en-us'],
])('a reader of %s gets, of texts in %j, the one in %s', async (reader, languages, shown) => {
  await i18next.changeLanguage(reader)
  list(warningOf({ texts: languages.map((language) => warningText({ language, headline: `In ${language}` })) }))
  expect(screen.getByText(`In ${shown}`).getAttribute('lang')).toBe(shown)
})

test('the card shows texts as plain text, the instruction first, and links only to web addresses', () => {
  const text = { instruction: 'Leave\nthe <b>cellar</b>', description: '<script>alert(1)</script>', areas: 'Port' }
  show(
    <WarningCard
      warning={warningOf({ texts: [warningText({ ...text, web: 'javascript:alert(1)', language: 'en-gb' })] })}
      action={null}
    />,
  )
  const instruction = screen.getByText(/Leave/)
  expect(instruction.textContent).toBe(text.instruction)
  expect([instruction.getAttribute('lang'), instruction.getAttribute('dir')]).toEqual(['en-gb', 'auto'])
  const description = screen.getByText(text.description)
  expect(instruction.compareDocumentPosition(description)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByRole('link')).toBeNull()
})

test('the source opens in a new tab without access to this page', () => {
  const web = 'https://weather.example/1'
  show(<WarningCard warning={warningOf({ texts: [warningText({ web })] })} action={null} />)
  const link = screen.getByRole('link', { name: web })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([web, 'noopener noreferrer'])
})

test('a link to a warning that was updated leads to the update', async () => {
  const Headline = ({ id }: { id: string }) => <p>{useWarning(id)?.texts[0]?.headline}</p>
  const update = warningOf({ _id: 'new', earlierIds: ['old'], texts: [warningText({ headline: 'Higher water' })] })
  answer.mockResolvedValue({ warnings: [warningOf({ _id: 'other' }), update], total: 2, hasFeeds: true })
  show(<Headline id="old" />)
  expect(await screen.findByText('Higher water')).toBeDefined()
})

const types = [
  { _id: '019a0000-0000-7000-8000-0000000000b1', name: 'Flood' },
  { _id: '019a0000-0000-7000-8000-0000000000b2', name: 'Storm' },
]
const event = { _id: '019a0000-0000-7000-8000-0000000000c1', name: 'River flood', nonce: '77' }

test('an event of the chosen type is created once', async () => {
  const user = userEvent.setup()
  const opened = vi.fn()
  answer.mockResolvedValue({ ...event, isNew: true })
  const warning = warningOf()
  const { rerender } = show(<WarningEvent warning={warning} types={types} onEvent={opened} />)
  await user.click(screen.getByRole('button', { name: 'Create event' }))
  await user.click(screen.getByRole('combobox', { name: /Event type/ }))
  await user.click(await screen.findByRole('option', { name: 'Storm', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('77'))
  expect(answer).toHaveBeenCalledWith(warningApi.createEvent, {
    params: { id: warning._id },
    body: { eventTypeId: types[1]?._id },
  })
  opened.mockReset()
  rerender(<WarningEvent warning={{ ...warning, event }} types={types} onEvent={opened} />)
  await user.click(screen.getByRole('button', { name: 'Open event River flood' }))
  expect(opened).toHaveBeenCalledWith('77')
  expect(answer).toHaveBeenCalledTimes(1)
})

test('a warning without a place asks for one', async () => {
  const user = userEvent.setup()
  answer.mockImplementation(async (endpoint: Endpoint) => {
    if (endpoint !== warningApi.createEvent) return [{ name: 'Quay 1', address: 'Quay 1', coordinates: [4, 5] }]
    throw new Problem('forbidden')
  })
  show(<WarningEvent warning={warningOf({ place: null })} types={types.slice(0, 1)} onEvent={() => {}} />)
  await user.click(screen.getByRole('button', { name: 'Create event' }))
  expect(screen.getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByRole('combobox', { name: /Location/ }), 'Quay')
  await user.click(await screen.findByRole('option', { name: /Quay 1/, hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission')
  expect(answer.mock.lastCall?.[1]).toMatchObject({ body: { coordinates: [4, 5] } })
})

test('members who may not report see only the button that opens an existing event', () => {
  const { rerender } = show(<WarningEvent warning={warningOf()} types={[]} onEvent={() => {}} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<WarningEvent warning={warningOf({ event })} types={[]} onEvent={() => {}} />)
  expect(screen.getByRole('button', { name: 'Open event River flood' })).toBeDefined()
})
