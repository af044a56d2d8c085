import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The serious and critical violations of axe's accessibility rules. */
export const barriers = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}
