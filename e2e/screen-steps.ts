import type { Page } from '@playwright/test'
import type { Aoi, AoiPage, ApiToken, EventType, GroupSummary, SensorSummary, WarningList } from '#contract'
import { apiAs, demoPassword } from './api.ts'

const NARROW_PX = 900

export const openMember = async (page: Page) => {
  const id = await (await apiAs(page.request, 'admin')).memberId('luis.herrera')
  await page.goto(`/?panel=users&selected=user.${id}`)
  await page.getByRole('article').waitFor()
}

export const openActivity = async (page: Page) => {
  const api = await apiAs(page.request, 'operator')
  const { total } = await api.get<AoiPage>('/aoi/filtered?isActivity=true')
  const subscribed = total.toSorted((one, other) => other.subscribersCount - one.subscribersCount)[0]
  await page.goto(`/?panel=activities&selected=aoi.${subscribed?.properties.nonce}`)
  await page.getByRole('article').waitFor()
}

export const openSubscribers = async (page: Page) => {
  await openActivity(page)
  await page.getByRole('article').getByRole('tab').nth(1).click()
  await page.getByRole('article').getByRole('button', { expanded: true }).waitFor()
}

export const openGroup = async (page: Page) => {
  const groups = await (await apiAs(page.request, 'admin')).get<GroupSummary[]>('/community-servers/groups')
  await page.goto(`/?panel=groups&selected=group.${groups[0]?._id}`)
  await page.getByRole('article').waitFor()
}

export const showTokens = async (page: Page) => {
  const api = await apiAs(page.request, 'technician')
  if ((await api.get<ApiToken[]>('/tokens')).length > 0) return
  const types = (await api.get<EventType[]>(`/aoi-type/service/${(await api.profile()).service._id}`)).slice(0, 2)
  const name = 'City website: the map of road works, updated every five minutes'
  const password = demoPassword
  await api.post('/tokens', { name, scopes: ['events'], eventTypes: types.map(({ _id }) => _id), password })
  await api.post('/tokens', { name: 'Flood gauges', scopes: ['report', 'log', 'readings'], days: 7, password })
  await page.reload()
  await page.getByText('Flood gauges').waitFor()
}

export const openNewToken = async (page: Page) => {
  await page.getByRole('button', { name: /^(Create token|יצירת אסימון)$/ }).click()
  await page.getByRole('checkbox').first().check()
}

/** Previews two good rows, one possible duplicate, and two rows that are rejected. */
export const previewImport = async (page: Page) => {
  const rows = ['Hole,Road hazard,37.77,-122.42,03/25/2026', 'Fallen tree,Road hazard,37.78,-122.41,03/26/2026']
  const bad = ['Nowhere,Road hazard,95,190,03/25/2026', 'Lost cat,No such type,37.78,-122.41,yesterday']
  const text = ['Title,Type,Lat,Lon,Reported', ...rows, ...bad].join('\n')
  const file = { name: 'road defects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText('Lost cat').waitFor()
}

const EXPORT = /^(Export…|ייצוא…)$/

const selectFirstRow = async (page: Page) => {
  await page.getByRole('checkbox', { name: /^(Only selected rows|רק שורות שנבחרו)$/ }).check()
  await page.getByRole('dialog').getByRole('checkbox').nth(1).check()
}

export const openExport = async (page: Page) => {
  await page.getByRole('button', { name: EXPORT }).click()
  await selectFirstRow(page)
}

/** On a phone, the menu of the events list has its export. */
export const openExportOfEvents = async (page: Page) => {
  await openList(page)
  if ((page.viewportSize()?.width ?? 0) > 1000) return openExport(page)
  await page.getByRole('button', { name: /^(List options|אפשרויות הרשימה)$/ }).click()
  await page.getByRole('menuitem', { name: EXPORT }).click()
  await selectFirstRow(page)
}

/** Opens the reports that wait for review. */
export const openQueue = (page: Page) => page.getByRole('tab', { name: /^(Waiting|ממתינים)(?! לתשובה)/ }).click()

export const openNewFeed = async (page: Page) => {
  await openList(page)
  await page.getByRole('button', { name: /^(List options|אפשרויות הרשימה)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Feed…|הזנה…)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const openFeeds = async (page: Page) => {
  const api = await apiAs(page.request, 'technician')
  const name = 'Open road works, for the map of the city'
  await api.post('/feeds', { name, format: 'kml', filter: { state: 'new', days: 30 }, timeZone: 'America/Los_Angeles' })
  await page.getByRole('button', { name: /^(Feeds|הזנות)/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const openNewWebhook = async (page: Page) => {
  await page.getByRole('heading', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: /^(Add webhook|הוספת webhook)$/ }).click()
}

export const openAudit = async (page: Page) => {
  await page.getByRole('button', { name: /^(Audit|ביקורת)/ }).click()
  await page.getByRole('table').waitFor()
}

export const openCalendarLink = async (page: Page) => {
  await page.getByRole('button', { name: /^(Calendar options|אפשרויות לוח השנה)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Subscribe in another calendar…|הצגה ביומן אחר…)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const openInvite = async (page: Page) => {
  await openList(page)
  await page.getByRole('button', { name: /Invite member|הזמנת חבר צוות/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const openKeys = async (page: Page) => {
  await page.getByRole('banner').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

export const openMenu = async (page: Page) => {
  await page.getByRole('banner').getByRole('button').first().click()
  await page.getByRole('menuitem').first().waitFor()
}

export const openAbout = async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: /^(About|אודות)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < NARROW_PX

/** Opens the panel of the list, which contains the actions of the list on a phone. */
export const openList = async (page: Page) => {
  if (isPhone(page)) await page.locator('[id^=slide-tab-][aria-selected=true]').click()
}

export const openDates = async (page: Page) => {
  await openList(page)
  await page.getByRole('button', { name: /10 years|10 השנים/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const openPublicLink = async (page: Page) => {
  await openList(page)
  await page.getByRole('button', { name: /^(List options|אפשרויות הרשימה)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Public link|קישור ציבורי)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

export const openNotifications = async (page: Page) => {
  const group = page.getByRole('group', { name: /^(Notifications|התראות)$/ })
  await group.scrollIntoViewIfNeeded()
  await group.getByRole('checkbox').nth(1).waitFor()
}

export const openSensor = async (page: Page) => {
  const sensors = await (await apiAs(page.request, 'technician')).get<SensorSummary[]>('/sensors')
  await page.goto(`/sensors?selected=sensor.${sensors.find(({ name }) => name === 'Mast microphone')?._id}`)
  await page.getByRole('article').waitFor()
}

export const openArea = async (page: Page) => {
  const { total } = await (await apiAs(page.request, 'technician')).get<AoiPage>('/aoi/filtered?isSensors=true&limit=1')
  await page.goto(`/sensors?selected=aoi.${total[0]?.properties.nonce}`)
  await page.getByRole('article').waitFor()
}

export const openSharing = async (page: Page) => {
  await openFirst(page)
  const card = page.getByRole('article')
  await card.getByRole('button', { name: /^(Share|שיתוף)$/ }).click()
  await page.getByRole('checkbox').first().waitFor()
}

export const cutLine = async (page: Page) => {
  const isKept = page.waitForResponse((answer) => answer.url().endsWith('/user/device-key') && answer.ok())
  await openFirst(page)
  const entry = page.getByRole('article').getByLabel(/^(Log entry|רשומה ביומן)$/)
  await entry.waitFor()
  await (await isKept).finished()
  // All files must be cached first: a missing part could not be loaded offline.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.context().setOffline(true)
  await entry.fill('Road is clear again')
  await entry.press('Enter')
  await page.getByRole('article').getByRole('listitem').first().waitFor()
}

/** Shows the owner's banner about a failed backup. */
export const failBackup = async (page: Page) => {
  await page.route('**/api/cohesion/backups', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), problem: 'no space left on device' } })
  })
  await page.reload()
  await page.getByRole('button', { name: /^(Open backups|לגיבויים)$/ }).waitFor()
}

export const openFirst = async (page: Page) => {
  const { total } = await (await apiAs(page.request, 'operator')).get<AoiPage>('/aoi/filtered?limit=1')
  await page.goto(`/?selected=aoi.${total[0]?.properties.nonce}`)
}

export const openEntryPhoto = async (page: Page) => {
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

export const openPictures = async (page: Page) => {
  await openEntryPhoto(page)
  await page.getByRole('button', { name: /^(Enlarge image|הגדלת התמונה)$/ }).click()
  await page.getByRole('button', { name: /^(Next picture|התמונה הבאה)$/ }).waitFor()
}

export const attachPhoto = async (page: Page) => {
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

export const chooseType = async (page: Page) => {
  if (isPhone(page)) await page.getByRole('button', { name: /^(Flooding|הצפה)/ }).click()
}

export const showSteps = async (page: Page) => {
  await (await apiAs(page.request, 'technician')).patch('/user/profile', { hidesGettingStarted: false })
  await page.goto('/')
  await openList(page)
  await page.getByRole('region', { name: /^(Getting started|צעדים ראשונים)$/ }).waitFor()
}

export const searchSettings = async (page: Page) => {
  const isHebrew = (await page.locator('html').getAttribute('lang')) === 'he'
  await page.getByRole('searchbox', { name: /^(Search settings|חיפוש בהגדרות)$/ }).fill(isHebrew ? 'סיסמה' : 'password')
}

export const openNewService = async (page: Page) => {
  await page.getByRole('button', { name: /^(New service|שירות חדש)$/ }).click()
  const form = page.getByRole('form', { name: /^(New service|שירות חדש)$/ })
  await form.getByRole('radio', { name: /^(City services|שירותים עירוניים)/ }).check()
  await form.getByRole('textbox').first().scrollIntoViewIfNeeded()
}

export const openWarning = async (page: Page) => {
  const { warnings } = await (await apiAs(page.request, 'operator')).get<WarningList>('/warnings')
  await page.goto(`/?panel=warnings&selected=warning.${warnings[0]?._id}`)
  await page.getByRole('button', { name: /^(Create event|יצירת אירוע)$/ }).waitFor()
}

export const openNewWarningFeed = (page: Page) =>
  page.getByRole('button', { name: /^(Add warning feed|הוספת הזנת אזהרות)$/ }).click()

export const watchWarnings = async (page: Page) => {
  await page.getByRole('combobox', { name: /^(Watch|מעקב אחרי)$/ }).click()
  await page.getByRole('option', { name: /^(Public warnings|אזהרות לציבור)$/ }).click()
}
