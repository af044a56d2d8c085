import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Profile, Settings } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { AboutDialog } from './AboutDialog.tsx'
import { Header } from './Header.tsx'

answerCalls(vi.fn().mockResolvedValue({ sharedAois: 3 }))
beforeAll(async () => void (await startTestI18n()))

const member = (type: Profile['type'], isServerOwner = false) =>
  ({
    _id: 'me',
    type,
    isServerOwner,
    firstName: 'Maya',
    lastName: 'Levi',
    photo: null,
    service: { _id: 'home', name: 'Home', title: 'Home', translations: {}, logo: null },
    providedServices: [],
    role: null,
  }) as unknown as Profile
const settings = { name: 'Home', version: '1', offlineMode: false } as Settings

test('the badge of shared events has the icon of sharing', async () => {
  show(<Header profile={member('Operator')} settings={settings} />)
  const badge = (await screen.findByText('3')).parentElement
  expect(badge?.querySelector('svg')?.getAttribute('class')).toContain('tabler-icon-share')
})

test.each([
  ['Operator', false, []],
  ['Admin', false, ['Terms of use']],
  ['Technician', true, ['Terms of use', 'Server settings']],
] as const)('About offers an %s (owner: %s) %o', (type, isOwner, offered) => {
  show(<AboutDialog profile={member(type, isOwner)} settings={settings} onClose={() => {}} />)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => name === 'Terms of use' || name === 'Server settings')).toEqual(offered)
})
