import { expect, type Page } from '@playwright/test'

/** Navigates inside the app, because reloading the page for each screen would take much longer. */
export const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Opens one screen of the signed-in app after the other and yields its path when it has loaded. */
export async function* workScreens(page: Page, { aoi, member }: { aoi: string; member: string }) {
  const screens = [
    ['/', 'listitem'],
    [`/?selected=aoi.${aoi}`, 'article'],
    ['/?form=new', 'listitem'],
    ['/?panel=activities&form=activity.new', 'textbox'],
    ['/?panel=groups&form=group.new', 'textbox'],
    ['/?panel=users', 'listitem'],
    [`/?panel=users&selected=user.${member}`, 'article'],
    ['/?panel=edituser', 'textbox'],
    ['/?panel=metrics', 'listitem'],
    ['/?panel=regions', 'listitem'],
    ['/?panel=eventssettings&form=eventType.new', 'textbox'],
    ['/?panel=teamssettings&form=role.new', 'textbox'],
    ['/?panel=servicesettings&tab=general', 'textbox'],
    ['/?view=dashboard', 'over the map'],
    ['/?view=chart', 'over the map'],
    ['/calendar', 'over the map'],
    ['/sensors', 'tabpanel'],
  ] as const
  for (const [path, shown] of screens) {
    await navigate(page, path)
    const seen = shown === 'over the map' ? page.locator('[data-cover] h2') : page.getByRole(shown)
    await expect(seen.first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    yield path
  }
}
