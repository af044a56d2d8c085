/**
 * Full Chromium opens a window for each page, even without a screen, and loads the pages of its address bar into the
 * window, which takes as long as loading the app. The headless shell does neither, but not every machine has the shell.
 * Chromium reads only the last `--disable-features`, so this list starts with Playwright's own features (its
 * chromiumSwitches.ts).
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AiModeOmniboxEntryPoint',
  'PreloadTopChromeWebUI',
]

const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

const { CHROMIUM_PATH: whole, CHROMIUM_HEADLESS_PATH: withoutWindows = whole } = process.env

const launched = (graphics: string[], executablePath = withoutWindows) => ({
  ...(executablePath && { executablePath }),
  args: [...quiet, ...graphics],
})

/** Draws the map in software. The page is composited without the emulated GPU, which halves the work. */
export const withMap = launched([
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
])

const noGraphics = ['--disable-gpu', '--disable-3d-apis']

/** Chromium without WebGL, as on some people's machines. */
export const withoutMap = launched(noGraphics)

/** Full Chromium, because the headless shell cannot show notifications. */
export const withNotifications = launched(noGraphics, whole)
