import type { Page } from '@playwright/test'
import { apiAs, posterOf, uniqueName } from './api.ts'
import { openWith } from './support.ts'

const invite = async (page: Page): Promise<string> => {
  const admin = await apiAs(page.request, 'admin')
  const { role } = await admin.profile()
  return (await admin.post<{ link: string }>('/user/invite', { role: role?._id, permission: 'Operator' })).link
}

const join = async (page: Page, link: string) =>
  (await apiAs(page.request, 'admin')).post<{ accessToken: string }>(
    `/user/register/${new URL(link).searchParams.get('token')}`,
    {
      username: uniqueName('used').replace(' ', '-'),
      password: 'a password of their own',
      firstName: 'Used',
      lastName: 'Invitation',
      phone: '+1 415 555 0198',
    },
  )

export const openUsedInvitation = async (page: Page) => {
  const link = await invite(page)
  await join(page, link)
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
}

export const openInvitation = async (page: Page) => {
  const { pathname, search } = new URL(await invite(page))
  await page.goto(pathname + search)
  await page.locator('form').waitFor()
}

export const openPoster = async (page: Page, kind?: string) =>
  page.goto(await posterOf(await apiAs(page.request, 'operator'), kind))

export const previewStarterSet = async (page: Page) => {
  const set = page.getByRole('button', { name: /^(City services|שירותים עירוניים)/ })
  await set.click()
  await set.scrollIntoViewIfNeeded()
}

export const frameHomeArea = async (page: Page) => {
  const area = page.getByText(/^(Home area|אזור הבית)$/).first()
  await area.scrollIntoViewIfNeeded()
  const frame = page.getByRole('button', { name: /^(Frame on a map|סימון במפה)$/ })
  if ((await frame.count()) === 0) return
  await frame.click()
  await page.getByRole('dialog').locator('canvas').waitFor()
}

export const openBoard = async (page: Page) => {
  const { link } = await (await apiAs(page.request, 'admin')).get<{ link: string }>('/board')
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
  await page.getByRole('listitem').first().waitFor()
}

export const showStarterSet = async (page: Page) => {
  const set = page.getByRole('radio', { name: /^(City services|שירותים עירוניים)/ })
  await set.check()
  await set.scrollIntoViewIfNeeded()
}

export const openTerms = async (page: Page) => {
  const { accessToken } = await join(page, await invite(page))
  await openWith(page, accessToken)
  await page.waitForURL('**/terms')
}
