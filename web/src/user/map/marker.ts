import { type Picture, paint } from '../../map/images.ts'
import { labelFamily } from '../../map/palette.ts'

export type Theme = 'light' | 'dark'

/** Names of pictures say what is to be drawn: `member:live/D`, `member:stale/D`. */
export const PREFIX = 'member:'

const SIZE = 40
const SIDE = 28
const CORNER = 9

const colours: Record<Theme, { live: string; stale: string; edge: string; ink: string }> = {
  light: { live: '#0b6b5d', stale: '#6b7280', edge: '#ffffff', ink: '#ffffff' },
  dark: { live: '#4fd1b8', stale: '#949ba8', edge: '#17191f', ink: '#101217' },
}

/** People are squares with round corners, so that nobody is taken for an event; a letter says who. */
export const drawMember = (name: string, theme: Theme): Picture => {
  const [state, initial = ''] = name.split('/')
  const { live, stale, edge, ink } = colours[theme]
  return paint(SIZE, (canvas) => {
    const start = (SIZE - SIDE) / 2
    canvas.beginPath()
    canvas.roundRect(start, start, SIDE, SIDE, CORNER)
    canvas.shadowColor = 'rgb(0 0 0 / 35%)'
    canvas.shadowBlur = 4
    canvas.fillStyle = edge
    canvas.lineWidth = 4
    canvas.strokeStyle = edge
    canvas.stroke()
    canvas.shadowColor = 'transparent'
    canvas.fillStyle = state === 'stale' ? stale : live
    canvas.fill()
    canvas.font = `600 15px '${labelFamily}', sans-serif`
    canvas.textAlign = 'center'
    canvas.textBaseline = 'middle'
    canvas.fillStyle = ink
    canvas.fillText(initial, SIZE / 2, SIZE / 2 + 1)
  })
}
