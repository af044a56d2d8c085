const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launched = (graphics: string[]) => ({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [...quiet, ...graphics],
})

/** Draws the map in software, on every machine. */
export const withMap = launched(['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'])

/** Cannot draw the map, as on some people's machines. */
export const withoutMap = launched(['--disable-gpu', '--disable-3d-apis'])
