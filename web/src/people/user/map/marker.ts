import { IconUsers } from '@tabler/icons-react'
import { type Picture, paint } from '../../../map/images.ts'
import { pathsOf } from '../../../ui/icons/icon-paths.ts'

export type Theme = 'light' | 'dark'

/** Prefix of image names: `member:live`, `member:stale`, `member:dot-live`, `member:dot-stale`, `member:people`. */
export const PREFIX = 'member:'

export const colours: Record<Theme, { live: string; stale: string; edge: string; ink: string }> = {
  light: { live: '#0b6b5d', stale: '#6b7280', edge: '#ffffff', ink: '#ffffff' },
  dark: { live: '#4fd1b8', stale: '#949ba8', edge: '#17191f', ink: '#101217' },
}

const SIZE = 36
const MARGIN = 5
const CORNER = 9
const PEOPLE_PX = 14
const ICON_BOX = 24

/** Draws members as plates with names, so that they are not mistaken for events. */
export const drawMember = (name: string, theme: Theme): Picture => {
  if (name === 'people') return drawPeople(theme)
  const state = name.endsWith('stale') ? 'stale' : 'live'
  return name.startsWith('dot') ? drawDot(state, theme) : drawPlate(state, theme)
}

const DOT_PX = 12

const drawDot = (state: 'live' | 'stale', theme: Theme): Picture =>
  paint(DOT_PX, (canvas) => {
    canvas.beginPath()
    canvas.arc(DOT_PX / 2, DOT_PX / 2, 4.75, 0, 2 * Math.PI)
    canvas.fillStyle = colours[theme][state]
    canvas.fill()
    canvas.lineWidth = 1.5
    canvas.strokeStyle = colours[theme].edge
    canvas.stroke()
  })

const drawPlate = (state: 'live' | 'stale', theme: Theme): Picture => {
  const { edge, ...fills } = colours[theme]
  const picture = paint(SIZE, (canvas) => {
    const side = SIZE - 2 * MARGIN
    canvas.beginPath()
    canvas.roundRect(MARGIN, MARGIN, side, side, CORNER)
    canvas.shadowColor = 'rgb(0 0 0 / 35%)'
    canvas.shadowBlur = 4
    canvas.lineWidth = 3
    canvas.strokeStyle = edge
    canvas.stroke()
    canvas.shadowColor = 'transparent'
    canvas.fillStyle = fills[state]
    canvas.fill()
  })
  const start = SIZE / 2 - 1
  const end = SIZE / 2 + 1
  const inner = MARGIN + 7
  return {
    ...picture,
    stretch: { x: [start, end], y: [start, end], content: [inner, inner - 3, SIZE - inner, SIZE - inner + 3] },
  }
}

const drawPeople = (theme: Theme): Picture =>
  paint(PEOPLE_PX, (canvas) => {
    canvas.scale(PEOPLE_PX / ICON_BOX, PEOPLE_PX / ICON_BOX)
    canvas.strokeStyle = colours[theme].ink
    canvas.lineWidth = 2.4
    canvas.lineCap = 'round'
    canvas.lineJoin = 'round'
    for (const path of pathsOf(IconUsers)) canvas.stroke(new Path2D(path))
  })
