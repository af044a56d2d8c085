import { expect, openAs, test } from './support.ts'

test('a profile keeps its draft, reports missing values and takes a photo', async ({ page }) => {
  await openAs(page, 'viewer', '/?panel=edituser')
  const about = page.getByRole('textbox', { name: 'About me' })
  const before = await about.innerText()
  const words = `Watches the north and the <south> gate since ${Date.now()}`
  await about.fill(words)
  await page.getByRole('region', { name: 'Panel' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open panel' }).click()
  await page.goto('/?panel=edituser')
  await expect(about).toHaveText(words)

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(about).toHaveText(before)

  await about.fill(words)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated')).toBeVisible()
  await page.reload()
  await expect(about).toHaveText(words)

  const firstName = page.getByLabel('First name')
  const calledBefore = await firstName.inputValue()
  await firstName.fill('')
  await page.getByRole('textbox', { name: 'Phone' }).fill('call me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await expect(page.getByText('Enter a valid phone number.')).toBeVisible()
  await expect(firstName).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(firstName).toHaveValue(calledBefore)

  const choose = async (buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /(Choose|Replace) photo/ }).click(),
    ])
    await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  }
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/profile-photo')) sent.push(request.method())
  })
  await choose(Buffer.alloc(2_000_001))
  await expect(page.getByRole('alert')).toHaveText('File size should be less than 2 MB!')
  expect(sent).toEqual([])

  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await choose(Buffer.from(png, 'base64'))
  const photo = page.getByRole('region', { name: 'Panel' }).locator('img')
  await expect(photo).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(photo).toHaveCount(0)
})
