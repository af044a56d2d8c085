import type { APIRequestContext, Page } from '@playwright/test'
import { type Aoi, BASE_PATH, INGEST_KEY_HEADER, type SensorSummary } from '#contract'
import { tone } from '../server/src/demo/recordings.ts'
import { apiAs, readAnswer, uniqueName } from './api.ts'
import { AT_ONCE_MS, expect, middleOfMap, openAs, phone, test } from './support.ts'

const gateway = async (request: APIRequestContext) => {
  const api = await apiAs(request, 'technician')
  const { key } = await api.post<{ key: string }>('/sensors/ingest-keys', { name: uniqueName('Gateway') })
  const headers = { [INGEST_KEY_HEADER]: key }
  const report = async (reading: object) => {
    const answer = await readAnswer(request.post(`${BASE_PATH}/sensors/ingest`, { headers, data: reading }))
    expect(answer).toMatchObject({ rejected: [] })
  }
  const sensor = async (serial: string) => {
    const all = await api.get<SensorSummary[]>('/sensors')
    const found = all.find(({ telemetry }) => telemetry.serial === serial)
    if (!found) throw new Error(`no sensor ${serial}`)
    return found
  }
  const record = async (serial: string, text: string) => {
    const file = { name: 'knock.wav', mimeType: 'audio/wav', buffer: tone([2]) }
    await readAnswer(request.post(`${BASE_PATH}/sensors/ingest/media`, { headers, multipart: { serial, text, file } }))
  }
  const area = (name: string, sensors: string[]) =>
    api.form<Aoi>('/aoi', {
      name,
      forSensors: 'true',
      startCoordinates: '[-122.45, 37.76, 1]',
      radiusMetres: '300',
      takesSensorsInside: 'false',
      sensors: JSON.stringify(sensors),
    })
  return { api, report, sensor, record, area }
}

type ExpectedTexts = Record<string, { within: string; words: string[] }>

const watchFor = async (page: Page, expected: ExpectedTexts) => {
  const notes = await page.evaluateHandle((texts: ExpectedTexts) => {
    const times: Record<string, number> = {}
    const check = () => {
      for (const [part, { within, words }] of Object.entries(texts)) {
        const isShown = [...document.querySelectorAll(within)].some((element) => {
          const text = `${element.textContent} ${element.getAttribute('aria-label')}`
          return words.every((word) => text.includes(word))
        })
        if (isShown) times[part] ??= Date.now()
      }
    }
    new MutationObserver(check).observe(document.body, { subtree: true, childList: true, characterData: true })
    return times
  }, expected)
  return () => notes.jsonValue()
}

const row = (page: Page, name: string) => page.locator('#sensors-list').getByRole('button', { name })

test('an alarm is shown at once, acknowledged, and ended with a reason', async ({ page, request }) => {
  const { report, sensor, area } = await gateway(request)
  const name = uniqueName('Gate')
  const areaName = uniqueName('Harbour')
  await report({ serial: name, state: 'READY', location: [-122.45, 37.76], parameters: { heat: 20.46 } })
  const { _id } = await sensor(name)
  const { properties } = await area(areaName, [_id])

  await openAs(page, 'technician', `/sensors?find=${name}&selected=aoi.${properties.nonce}`)
  const card = page.getByRole('article', { name: areaName })
  await expect(card.getByText('OK', { exact: true })).toBeVisible()
  await expect(row(page, name)).toContainText('READY')

  const seen = await watchFor(page, {
    list: { within: '#sensors-list button', words: [name, 'ALARM'] },
    chip: { within: 'article', words: [areaName, 'ALERT'] },
    notice: { within: '[role=alert]', words: [`ALARM in ${name}`] },
  })
  await report({ serial: name, state: 'ALARM' })
  const since = Date.now()
  await expect(row(page, name)).toContainText('ALARM')
  await expect(card.getByText('ALERT', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: `ALARM in ${name}` })).toBeVisible()
  const times = await seen()
  for (const part of ['list', 'chip', 'notice'])
    expect((times[part] ?? Number.POSITIVE_INFINITY) - since, `ms until it is in the ${part}`).toBeLessThan(AT_ONCE_MS)
  await expect(page.getByRole('alert').filter({ hasText: `ALERT in ${areaName}` })).toBeVisible()

  await card.getByRole('button', { name }).click()
  const details = page.getByRole('article', { name })
  await expect(details.getByRole('button', { name: /heat.*20.5/ })).toBeVisible()
  await details.getByRole('button', { name: 'Acknowledge alarm' }).click()
  await expect(details.getByRole('status').filter({ hasText: 'Handled by' })).toBeVisible()
  await expect(details.getByText('ALARM', { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'End alarm' }).click()
  await details.getByRole('textbox', { name: 'Reason' }).fill('A cat')
  await details.getByRole('button', { name: 'End alarm' }).click()
  await expect(details.getByText('READY', { exact: true })).toBeVisible()
  await expect(details.getByText('ALARM → READY: A cat')).toBeVisible()
  await details.getByRole('tab', { name: 'AOIs (1)' }).click()
  await details.getByRole('button', { name: areaName }).click()
  await expect(card.getByText('OK', { exact: true })).toBeVisible()
})

test('a rule is created and tried, fires, and is acknowledged on a phone while the desk watches', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const { api, report, sensor, area } = await gateway(request)
  const name = uniqueName('Gauge')
  const areaName = uniqueName('Quay')
  const planName = uniqueName('Watch')
  const hourAgo = Date.now() - 3_600_000
  await report([4, 1].map((level, index) => ({ serial: name, time: hourAgo + index, parameters: { level } })))
  const { _id } = await sensor(name)
  await area(areaName, [_id])
  const { _id: memberId } = await api.get<{ _id: string }>('/user/profile')
  const level = { channels: ['push'], waitSeconds: 3600, repeatSeconds: null }
  await api.post('/escalation-plans', {
    name: planName,
    levels: [{ ...level, targets: [{ type: 'member', memberId }] }],
  })

  await openAs(page, 'technician', `/?panel=rules&selected=sensor.${_id}`)
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('form', { name: 'New rule' })
  const choose = async (label: string, option: string | RegExp) => {
    await form.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('listbox').getByRole('option', { name: option }).first().click()
  }
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await choose('Which sensors', 'One sensor')
  await choose('One sensor', name)
  await form.getByRole('combobox', { name: 'Parameter' }).fill('level')
  await form.getByRole('textbox', { name: 'Value', exact: true }).fill('3')
  await form.getByText('High', { exact: true }).click()
  await choose('Create an event of type', /./)
  await choose('Escalation plan', planName)
  await form.getByRole('button', { name: 'Test on the last 30 days' }).click()
  await expect(form.getByText(/^1 alarm on .*, from 2 readings$/)).toBeVisible()
  await expect(form.getByText(/Would have notified/)).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await report({ serial: name, parameters: { level: 5 } })
  await expect(page.getByRole('alert').filter({ hasText: `ALERT in ${areaName}` })).toBeVisible()
  const alarms = page.getByRole('article', { name }).getByRole('region', { name: 'Alarms' })
  const desk = alarms.getByRole('list', { name: 'Alarm handling' }).getByRole('listitem')
  await expect(desk.getByRole('button', { name: 'Acknowledge', exact: true })).toBeVisible()

  const mobile = await (await browser.newContext({ baseURL, ...phone })).newPage()
  await openAs(mobile, 'admin', '/?panel=alarms')
  const stands = mobile.getByRole('list', { name: 'Alarm handling' })
  await stands
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Acknowledge', exact: true })
    .click()
  await expect(desk.getByRole('status').filter({ hasText: 'Handled by' })).toBeVisible()
  await mobile.context().close()

  await alarms.getByRole('button', { name: `${name}: ${name}` }).click()
  await expect(page.getByRole('article', { name: `${name}: ${name}` }).getByText('level: 5')).toBeVisible()
})

test('the mark of a sensor on the map shows its alarm at once', { tag: '@map' }, async ({ page, request }) => {
  const { report, sensor } = await gateway(request)
  const name = uniqueName('Float')
  // In the ocean, where no other story reports.
  const location = [-150 + Math.random() * 10, 20 + Math.random() * 10]
  await report({ serial: name, state: 'READY', location })
  const view = { lng: location[0], lat: location[1], zoom: 13 }
  await page.addInitScript((kept) => localStorage.setItem('cohesion.map.view', JSON.stringify(kept)), view)
  const { _id } = await sensor(name)
  // The sensor is selected, so that the map does not zoom to all areas instead.
  await openAs(page, 'technician', `/sensors?selected=sensor.${_id}`)
  const { under } = await middleOfMap(page)
  await expect.poll(under).toBe(`${name}: READY`)
  await report({ serial: name, state: 'ALARM' })
  const since = Date.now()
  await expect.poll(under, { intervals: [100] }).toBe(`${name}: ALARM`)
  expect(Date.now() - since, 'ms until the mark on the map shows it').toBeLessThan(AT_ONCE_MS)
})

test('a silent sensor becomes NOCOMM and recovers with its next reading', async ({ page, request }) => {
  const { api, report, sensor, record } = await gateway(request)
  const name = uniqueName('Buoy')
  await report({ serial: name, state: 'READY' })
  const { _id } = await sensor(name)
  await record(name, 'First knock')
  await openAs(page, 'technician', `/sensors?find=${name}&selected=sensor.${_id}`)
  const details = page.getByRole('article', { name })
  await expect(details.getByRole('button', { name: 'Next' })).toBeDisabled()
  await record(name, 'Second knock')
  await expect(details.getByText('1/2')).toBeVisible()
  await details.getByRole('button', { name: 'Play' }).click()
  await expect(details.getByRole('button', { name: 'Pause' })).toBeVisible()
  await details.getByRole('button', { name: 'Next' }).click()
  await expect(details.getByText('2/2')).toBeVisible()
  await details.getByRole('button', { name: 'Stop' }).click()
  await expect(details.getByRole('button', { name: 'Play' })).toBeVisible()

  await api.patch(`/sensors/${_id}`, { heartbeatSeconds: 1 })
  await report({ serial: name })
  await expect(row(page, name)).toContainText('NOCOMM')
  await api.patch(`/sensors/${_id}`, { heartbeatSeconds: 600 })
  await report({ serial: name })
  await expect(row(page, name)).toContainText('READY')
})

test('a technician creates, changes and deletes an area', async ({ page, request }) => {
  const { report } = await gateway(request)
  const sensorName = uniqueName('Pump')
  await report({ serial: sensorName, state: 'TAMPER' })
  await openAs(page, 'technician', '/sensors')
  await page.getByRole('button', { name: 'New sensor area' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Required.').first()).toBeVisible()
  const name = uniqueName('Field')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Location' }).fill('Oakland')
  await page.getByRole('option').first().click()
  await page.getByRole('combobox', { name: 'Selected sensors' }).fill(sensorName)
  await page.getByRole('option', { name: sensorName }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('article', { name })
  await expect(card.getByText('ERROR', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: sensorName })).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Radius' }).fill('750')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Radius 750 m')).toBeVisible()
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await expect(row(page, name)).toHaveCount(0)
})
