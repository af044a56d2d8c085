import { beforeEach, expect, test } from 'vitest'
import { dropDraftFile, keepDraftFile, readDraftFile } from './draft-file.ts'

beforeEach(() => sessionStorage.clear())

const bytes = new Uint8Array([0, 137, 255, 10])
const photo = new File([bytes], 'gate.png', { type: 'image/png' })

test('a stored file is read back unchanged', async () => {
  await keepDraftFile('report', photo)
  const kept = readDraftFile('report')
  expect([kept?.name, kept?.type]).toEqual(['gate.png', 'image/png'])
  expect(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
})

test('a file that is dropped while it is being read is not stored afterwards', async () => {
  const keeping = keepDraftFile('report', photo)
  dropDraftFile('report')
  await keeping
  expect(readDraftFile('report')).toBeNull()
})

test('an unreadable draft has no file', () => {
  sessionStorage.setItem('draft.report.file', '{"base64":"***"}')
  expect(readDraftFile('report')).toBeNull()
})
