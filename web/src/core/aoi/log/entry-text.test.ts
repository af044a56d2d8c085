import { expect, test } from 'vitest'
import type { LogEntry } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { entryText } from './entry-text.ts'

const entry: LogEntry = {
  _id: 'e1',
  datetime: '2026-03-01T10:00:00Z',
  receivedAt: '2026-03-01T10:00:00Z',
  username: 'dana',
  authorId: null,
  authorKind: 'system',
  fromReport: null,
  text: '',
  type: 'text',
  params: [],
  action: null,
  isSystem: true,
  change: null,
  restricted: true,
  recipientId: null,
  keywords: [],
  photo: null,
  sendNotification: false,
  number: 7,
}

test('a change shows the names that its values had in the reader’s language', async () => {
  const t = await startTestI18n('he')
  const fields = [
    { field: 'groups', from: null, to: 'Divers, Guards', translations: { he: { to: 'צוללנים, Guards' } } },
    { field: 'region', from: 'North', to: 'South' },
  ]
  const changed: LogEntry = { ...entry, change: { what: 'edited', fields } }
  expect(entryText(changed, t, 'he').replace(/[\u2068\u2069]/g, '')).toBe(
    'קבוצות: צוללנים, Guards · גזרה: North ← South',
  )
  expect(entryText(changed, await startTestI18n('en'), 'en')).toBe('Groups: Divers, Guards · Region: North → South')
})
