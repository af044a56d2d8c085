import type { Page } from '@playwright/test'
import type { Aoi, AoiPage, GroupSummary, SensorSummary } from '#contract'
import { demoFollow } from '../server/src/demo/visitors.ts'
import { apiAs, posterOf, uniqueName } from './api.ts'
import { type DemoAccount, openWith } from './support.ts'

const NARROW_PX = 900

export type Screen = {
  name: string
  path: string
  /** The account; absent: nobody is signed in. */
  as?: DemoAccount
  /** On a server that nobody has set up yet. */
  isFirstRun?: true
  /** Runs on the page before the screenshot. */
  show?: (page: Page) => Promise<unknown>
}

/** Every screen, in the order of the index page of `npm run screens`. Each new one gets a line here. */
export const screens: Screen[] = [
  { name: 'First run', path: '/', isFirstRun: true },
  { name: 'First run, starter set', path: '/', isFirstRun: true, show: (page) => showStarterSet(page) },
  { name: 'Sign in', path: '/login' },
  { name: 'Invitation', path: '/invite?token=unknown' },
  { name: 'Used invitation', path: '/invite?token=unknown', show: (page) => openUsedInvitation(page) },
  { name: 'Join', path: '/invite?token=unknown', show: (page) => openInvitation(page) },
  { name: 'Public page', path: '/invite?token=unknown', show: (page) => openPoster(page) },
  { name: 'Public report', path: '/invite?token=unknown', show: (page) => openPoster(page, 'Road hazard') },
  { name: 'Public activities', path: '/invite?token=unknown', show: (page) => openPoster(page, 'activities') },
  { name: 'Follow', path: `/invite?follow=${demoFollow}` },
  { name: 'Not found', path: '/no-such-page' },
  { name: 'Events', path: '/', as: 'operator', show: (page) => openList(page) },
  { name: 'Event', path: '/', as: 'operator', show: (page) => openFirst(page) },
  { name: 'Entry with a photo', path: '/', as: 'operator', show: (page) => openEntryPhoto(page) },
  { name: 'New entry with a photo', path: '/', as: 'operator', show: (page) => attachPhoto(page) },
  { name: 'Pictures of an event', path: '/', as: 'operator', show: (page) => openPictures(page) },
  { name: 'Share', path: '/', as: 'operator', show: (page) => openSharing(page) },
  { name: 'Offline', path: '/', as: 'operator', show: (page) => cutLine(page) },
  { name: 'Events by type', path: '/?tab=type', as: 'admin', show: (page) => openList(page) },
  { name: 'Events chart', path: '/?view=chart', as: 'admin' },
  { name: 'Shared with me', path: '/?filter=shared', as: 'operator', show: (page) => openList(page) },
  { name: 'Public link', path: '/', as: 'operator', show: (page) => openPublicLink(page) },
  { name: 'Dates', path: '/', as: 'operator', show: (page) => openDates(page) },
  { name: 'New event', path: '/?form=new', as: 'operator' },
  { name: 'New event of a type', path: '/?form=new', as: 'operator', show: (page) => chooseType(page) },
  { name: 'Activities', path: '/?panel=activities', as: 'operator', show: (page) => openList(page) },
  { name: 'New activity', path: '/?panel=activities&form=activity.new', as: 'operator' },
  {
    name: 'Activities by community',
    path: '/?panel=activities&tab=community',
    as: 'operator',
    show: (page) => openList(page),
  },
  { name: 'Activity', path: '/?panel=activities', as: 'operator', show: (page) => openActivity(page) },
  { name: 'Subscribers', path: '/?panel=activities', as: 'operator', show: (page) => openSubscribers(page) },
  { name: 'Groups', path: '/?panel=groups', as: 'admin', show: (page) => openList(page) },
  { name: 'Group', path: '/?panel=groups', as: 'admin', show: (page) => openGroup(page) },
  { name: 'New group', path: '/?panel=groups&form=group.new', as: 'admin' },
  { name: 'Archived', path: '/?filter=done', as: 'operator', show: (page) => openList(page) },
  { name: 'Metrics', path: '/?panel=metrics', as: 'admin' },
  { name: 'New metric', path: '/?panel=metrics&form=metric.new', as: 'admin' },
  { name: 'Regions and local maps', path: '/?panel=regions', as: 'admin' },
  { name: 'New region', path: '/?panel=regions&form=region.new', as: 'admin' },
  { name: 'New local map', path: '/?panel=regions&form=localmap.new', as: 'admin' },
  { name: 'Team', path: '/?panel=users', as: 'admin', show: (page) => openList(page) },
  { name: 'Team member', path: '/?panel=users', as: 'admin', show: (page) => openMember(page) },
  { name: 'Invite member', path: '/?panel=users', as: 'admin', show: (page) => openInvite(page) },
  { name: 'Profile', path: '/?panel=edituser', as: 'technician' },
  { name: 'Notifications', path: '/?panel=edituser', as: 'operator', show: (page) => openNotifications(page) },
  { name: 'Menu', path: '/', as: 'technician', show: (page) => openMenu(page) },
  { name: 'About', path: '/', as: 'technician', show: (page) => openAbout(page) },
  { name: 'Map alone', path: '/?panel=closed', as: 'viewer' },
  { name: 'Sensor areas', path: '/sensors', as: 'technician', show: (page) => openList(page) },
  { name: 'Sensor areas by status', path: '/sensors?tab=status', as: 'technician', show: (page) => openList(page) },
  { name: 'New sensor area', path: '/sensors?form=area.new', as: 'technician' },
  {
    name: 'Sensor',
    path: '/sensors',
    as: 'technician',
    show: (page) => openSensor(page),
  },
  { name: 'Sensor area', path: '/sensors', as: 'technician', show: (page) => openArea(page) },
  { name: 'Calendar', path: '/calendar', as: 'operator' },
  { name: 'Calendar of a week, with events', path: '/calendar?span=week&also=events', as: 'operator' },
  { name: 'Calendar of a day, with events', path: '/calendar?span=day&also=events', as: 'operator' },
  { name: 'Agenda', path: '/calendar?span=agenda', as: 'operator' },
  { name: 'Calendar link', path: '/calendar', as: 'operator', show: (page) => openCalendarLink(page) },
  { name: 'Dashboard', path: '/?view=dashboard', as: 'admin' },
  { name: 'Keys', path: '/', as: 'operator', show: (page) => openKeys(page) },
  { name: 'Getting started', path: '/', as: 'technician', show: (page) => showSteps(page) },
  { name: 'Settings', path: '/?panel=settings', as: 'technician' },
  { name: 'Search in settings', path: '/?panel=settings', as: 'technician', show: (page) => searchSettings(page) },
  { name: 'Starter set', path: '/?panel=servicesettings', as: 'technician', show: (page) => previewStarterSet(page) },
  { name: 'Event types', path: '/?panel=eventssettings', as: 'admin' },
  { name: 'New event type', path: '/?panel=eventssettings&form=eventType.new', as: 'admin' },
  { name: 'Roles', path: '/?panel=teamssettings', as: 'admin' },
  { name: 'New role', path: '/?panel=teamssettings&form=role.new', as: 'admin' },
  { name: 'Actions', path: '/?panel=teamssettings&tab=actions', as: 'admin' },
  { name: 'New action', path: '/?panel=teamssettings&form=action.new', as: 'admin' },
  { name: 'Service settings', path: '/?panel=servicesettings', as: 'technician' },
  { name: 'Server settings', path: '/?panel=serversettings', as: 'technician' },
  { name: 'Audit', path: '/?panel=servicesettings', as: 'technician', show: (page) => openAudit(page) },
  { name: 'Terms', path: '/invite?token=unknown', show: (page) => openTerms(page) },
]

const openMember = async (page: Page) => {
  const id = await (await apiAs(page.request, 'admin')).memberId('luis.herrera')
  await page.goto(`/?panel=users&selected=user.${id}`)
  await page.getByRole('article').waitFor()
}

const openActivity = async (page: Page) => {
  const api = await apiAs(page.request, 'operator')
  const { total } = await api.get<AoiPage>('/aoi/filtered?isActivity=true')
  const subscribed = total.toSorted((one, other) => other.subscribersCount - one.subscribersCount)[0]
  await page.goto(`/?panel=activities&selected=aoi.${subscribed?.properties.nonce}`)
  await page.getByRole('article').waitFor()
}

const openSubscribers = async (page: Page) => {
  await openActivity(page)
  await page.getByRole('article').getByRole('tab').nth(1).click()
  await page.getByRole('article').getByRole('button', { expanded: true }).waitFor()
}

const openGroup = async (page: Page) => {
  const groups = await (await apiAs(page.request, 'admin')).get<GroupSummary[]>('/community-servers/groups')
  await page.goto(`/?panel=groups&selected=group.${groups[0]?._id}`)
  await page.getByRole('article').waitFor()
}

/** Opens the audit from the settings, which close on a phone. */
const openAudit = async (page: Page) => {
  await page.getByRole('button', { name: /^(Audit|ביקורת)$/ }).click()
  await page.getByRole('table').waitFor()
}

const openCalendarLink = async (page: Page) => {
  await page.getByRole('button', { name: /^(Calendar options|אפשרויות לוח השנה)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Subscribe in another calendar…|הצגה ביומן אחר…)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

const openInvite = async (page: Page) => {
  await openList(page)
  await page.getByRole('button', { name: /Invite member|הזמנת חבר צוות/ }).click()
  await page.getByRole('dialog').waitFor()
}

const openKeys = async (page: Page) => {
  await page.getByRole('banner').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

/** A new member has not agreed to the terms yet. */
const openTerms = async (page: Page) => {
  const { accessToken } = await join(page, await invite(page))
  await openWith(page, accessToken)
  await page.waitForURL('**/terms')
}

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

const openMenu = async (page: Page) => {
  await page.getByRole('banner').getByRole('button').first().click()
  await page.getByRole('menuitem').first().waitFor()
}

const openAbout = async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: /^(About|אודות)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < NARROW_PX

/** On a phone the actions of a list are inside its panel. */
const openList = async (page: Page) => {
  if (isPhone(page)) await page.locator('[id^=slide-tab-][aria-selected=true]').click()
}

const openDates = async (page: Page) => {
  await openList(page)
  await page.getByRole('button', { name: /10 years|10 השנים/ }).click()
  await page.getByRole('dialog').waitFor()
}

const openPublicLink = async (page: Page) => {
  await openList(page)
  const named = { name: /^(Public link|קישור ציבורי)$/ }
  if (isPhone(page)) {
    await page.getByRole('button', { name: /^(List options|אפשרויות הרשימה)$/ }).click()
    await page.getByRole('menuitem', named).click()
  } else await page.getByRole('button', named).click()
  await page.getByRole('dialog').waitFor()
}

const openNotifications = async (page: Page) => {
  const group = page.getByRole('group', { name: /^(Notifications|התראות)$/ })
  await group.scrollIntoViewIfNeeded()
  await group.getByRole('checkbox').nth(1).waitFor()
}

const openSensor = async (page: Page) => {
  const sensors = await (await apiAs(page.request, 'technician')).get<SensorSummary[]>('/sensors')
  await page.goto(`/sensors?selected=sensor.${sensors.find(({ name }) => name === 'Mast microphone')?._id}`)
  await page.getByRole('article').waitFor()
}

const openArea = async (page: Page) => {
  const { total } = await (await apiAs(page.request, 'technician')).get<AoiPage>('/aoi/filtered?isSensors=true&limit=1')
  await page.goto(`/sensors?selected=aoi.${total[0]?.properties.nonce}`)
  await page.getByRole('article').waitFor()
}

const openSharing = async (page: Page) => {
  await openFirst(page)
  const card = page.getByRole('article')
  await card.getByRole('button', { name: /^(Share|שיתוף)$/ }).click()
  await page.getByRole('checkbox').first().waitFor()
}

/** An entry that is only on this device, on a card with stored data. */
const cutLine = async (page: Page) => {
  const isKept = page.waitForResponse((answer) => answer.url().endsWith('/user/device-key') && answer.ok())
  await openFirst(page)
  const entry = page.getByRole('article').getByRole('combobox', { name: /^(Log entry|רשומה ביומן)$/ })
  await entry.waitFor()
  await (await isKept).finished()
  // All files must be cached first: a missing part could not be loaded offline.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.context().setOffline(true)
  await entry.fill('Road is clear again')
  await entry.press('Enter')
  await page.getByRole('article').getByRole('listitem').first().waitFor()
}

const openUsedInvitation = async (page: Page) => {
  const link = await invite(page)
  await join(page, link)
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
}

const openInvitation = async (page: Page) => {
  const { pathname, search } = new URL(await invite(page))
  await page.goto(pathname + search)
  await page.locator('form').waitFor()
}

const openPoster = async (page: Page, kind?: string) =>
  page.goto(await posterOf(await apiAs(page.request, 'operator'), kind))

/** The card of the newest event. */
const openFirst = async (page: Page) => {
  const { total } = await (await apiAs(page.request, 'operator')).get<AoiPage>('/aoi/filtered?limit=1')
  await page.goto(`/?selected=aoi.${total[0]?.properties.nonce}`)
}

/** An event with a picture of its own and one in its log, as the demo has them. */
const openEntryPhoto = async (page: Page) => {
  const api = await apiAs(page.request, 'operator')
  const { total } = await api.get<AoiPage>('/aoi/filtered?type=all&limit=200')
  for (const { properties } of total.filter(({ properties: { map } }) => map.length > 0)) {
    const aoi = await api.get<Aoi>(`/aoi/nonce-pro/${properties.nonce}`)
    if (!aoi.properties.logs.some(({ photo }) => photo)) continue
    await page.goto(`/?selected=aoi.${properties.nonce}`)
    await page
      .getByRole('button', { name: /^(Photo by|תמונה מאת)/ })
      .first()
      .scrollIntoViewIfNeeded()
    return
  }
  throw new Error('the demo has no entry with a photo')
}

const openPictures = async (page: Page) => {
  await openEntryPhoto(page)
  await page.getByRole('button', { name: /^(Enlarge image|הגדלת התמונה)$/ }).click()
  await page.getByRole('button', { name: /^(Next picture|התמונה הבאה)$/ }).waitFor()
}

const attachPhoto = async (page: Page) => {
  await openEntryPhoto(page)
  const image = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#2a78d4'
    context?.fillRect(0, 0, 320, 240)
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(image, 'base64') }
  await page.getByRole('article').locator('input[type=file]').first().setInputFiles(photo)
  await page.getByRole('button', { name: /^(Remove photo|הסרת התמונה)$/ }).waitFor()
}

/** A phone begins with the types as tiles; a desktop shows the whole form at once. */
const chooseType = async (page: Page) => {
  if (isPhone(page)) await page.getByRole('button', { name: /^(Flooding|הצפה)/ }).click()
}

const showSteps = async (page: Page) => {
  await (await apiAs(page.request, 'technician')).patch('/user/profile', { hidesGettingStarted: false })
  await page.goto('/')
  await openList(page)
  await page.getByRole('region', { name: /^(Getting started|צעדים ראשונים)$/ }).waitFor()
}

const searchSettings = async (page: Page) => {
  const isHebrew = (await page.locator('html').getAttribute('lang')) === 'he'
  await page.getByRole('searchbox', { name: /^(Search settings|חיפוש בהגדרות)$/ }).fill(isHebrew ? 'סיסמה' : 'password')
}

const previewStarterSet = async (page: Page) => {
  const set = page.getByRole('button', { name: /^(City services|שירותי עיר)/ })
  await set.click()
  await set.scrollIntoViewIfNeeded()
}

const showStarterSet = async (page: Page) => {
  const set = page.getByRole('radio', { name: /^(City services|שירותי עיר)/ })
  await set.check()
  await set.scrollIntoViewIfNeeded()
}
