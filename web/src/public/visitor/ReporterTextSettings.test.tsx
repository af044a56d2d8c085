import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inEveryLanguage, progressTextNames, progressTexts } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ReporterTextSettings } from './ReporterTextSettings.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('standard texts are placeholders, translations need a main text, and all are saved together', async () => {
  await startTestI18n('en')
  const sent: string[] = []
  const stored = Object.fromEntries(progressTextNames.map((name) => [name, inEveryLanguage(() => '')]))
  vi.stubGlobal('fetch', async (_: unknown, options?: RequestInit) => {
    if (options?.method === 'PATCH') sent.push(String(options.body))
    return Response.json(options?.method === 'PATCH' ? JSON.parse(String(options.body)) : stored)
  })
  const { unmount } = show(<ReporterTextSettings draft="texts" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Change the texts' }))
  const english = await screen.findByLabelText<HTMLInputElement>('Resolved (English)')
  expect(english.placeholder).toBe(progressTexts.done.en)
  expect(screen.queryByLabelText('Resolved (עברית)')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Translate: Texts for reporters' }))
  fireEvent.change(screen.getByLabelText('Resolved (עברית)'), { target: { value: 'סיימנו' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save texts' }))
  expect(await screen.findByText('Required.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(english, { target: { value: 'All done' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save texts' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ done: { en: 'All done', he: 'סיימנו' }, seen: { en: '', he: '' } })
  unmount()
})
