import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Serious and critical violations of axe's rules, in light and dark. Themes differ only in colours, so in dark only the
 * contrast is checked.
 */
export const barriers = async (page: Page): Promise<string[]> => {
  const inLight = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  const inDark = await violations(page, 'color-contrast')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
  return [...inLight, ...inDark.map((violation) => `dark: ${violation}`)]
}

async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}
