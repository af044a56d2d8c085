import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldProblem,
  type FieldProblems,
  frameOf,
  type LngLat,
  type LocalMap,
  type LocalMapPosition,
  movedTo,
  Problem,
  planCorners,
  planMiddle,
  planWithin,
  positionOf,
  type Translations,
  withCornerAt,
} from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { usePlanHandles } from '../../map/plan.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import { afterPress } from '../../ui/browser/after-press.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { dropDraftFile, useDraftFile } from '../../ui/forms/draft-file.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { buildingView } from './building-view.ts'
import { useSaveLocalMap } from './data.ts'
import { nameProblem } from './name.ts'

type Values = {
  name: string
  translations: Translations
  region: string | null
  position: LocalMapPosition | undefined
  opacity: number
}

/** Zoom that shows a building with its surroundings. */
const BUILDING_ZOOM = 17
const EARTH_METRES = 40_075_016.7
const DEFAULT_OPACITY = 0.8
const wholeImage: LocalMapPosition = { originX: 0, originY: 0, width: 1, height: 1, rotation: 0 }

export const useLocalMapForm = ({
  draft,
  localMap,
  onSaved,
}: {
  draft: string
  localMap: LocalMap | undefined
  onSaved: (localMap: LocalMap) => void
}) => {
  const { t } = useTranslation()
  const open = useOpenMap()
  const [initial] = useState<Values>(() => ({
    name: localMap?.name ?? '',
    translations: localMap?.translations ?? {},
    region: localMap?.region ?? null,
    position: localMap?.position,
    opacity: localMap?.opacity ?? DEFAULT_OPACITY,
  }))
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...readDraft<Values>(draft) }))
  const [file, setFile] = useDraftFile(draft)
  const [problems, setProblems] = useState<FieldProblems>({})
  const save = useSaveLocalMap()
  const preview = useAddress(file)
  const { position } = values
  const areChanged = JSON.stringify(values) !== JSON.stringify(initial)
  useEffect(() => (areChanged ? keepDraft(draft, values) : dropDraft(draft)), [draft, values, areChanged])
  const change = (some: Partial<Values>) => {
    setValues((now) => ({ ...now, ...some }))
    setProblems({})
  }

  /** Places the plan at the centre of the map, with the aspect ratio of its image. */
  const place = (aspect: number) => {
    if (!open) return
    const bounds = open.map.getBounds()
    const middle = open.map.getCenter()
    const at: [number, number] = [middle.lng, middle.lat]
    const view = buildingView({ west: bounds.getWest(), east: bounds.getEast(), middle: at })
    change({ position: planWithin(view, aspect) })
    if (open.map.getZoom() < BUILDING_ZOOM) open.easeTo(at, BUILDING_ZOOM)
  }

  const moveTo = (at: LngLat) => position && change({ position: movedTo(position, at) })
  const mapCentre = (): LngLat | undefined => {
    const here = open?.map.getCenter()
    return here && [here.lng, here.lat]
  }

  const corners = planCorners(position ?? wholeImage)
  usePlanHandles({
    src: position ? (preview ?? localMap?.image ?? undefined) : undefined,
    corners,
    middle: planMiddle(position ?? wholeImage),
    opacity: values.opacity,
    labels: {
      corners: [t('region.corner.0'), t('region.corner.1'), t('region.corner.2'), t('region.corner.3')],
      middle: t('region.middle'),
    },
    onCorner: (corner, at) => position && change({ position: withCornerAt(position, corner, at) }),
    onMiddle: moveTo,
  })

  const metresWide = (at: LocalMapPosition) =>
    frameOf(at).width * EARTH_METRES * Math.cos((planMiddle(at)[1] * Math.PI) / 180)

  const forget = () => {
    dropDraft(draft)
    dropDraftFile(draft)
  }
  const setFieldProblem = (field: string, problem: FieldProblem) => setProblems({ ...problems, [field]: problem })
  const send = async () => {
    const invalid: FieldProblems = {
      ...nameProblem(values.name),
      ...(!file && !localMap?.image && { file: 'form.required' }),
      ...(file && !position && { position: 'form.required' }),
    }
    setProblems(invalid)
    if (Object.keys(invalid).length > 0 || !position) return
    const body = {
      name: values.name.trim(),
      translations: JSON.stringify(values.translations),
      position: JSON.stringify(position),
      opacity: values.opacity,
      ...(values.region !== initial.region && { region: values.region ?? '' }),
    }
    try {
      const saved = await save.mutateAsync({ id: localMap?._id, body, file })
      forget()
      void toast({ message: t(localMap ? 'region.planUpdated' : 'region.planCreated', { name: nameOf(saved) }) })
      onSaved(saved)
    } catch (error) {
      if (error instanceof Problem && error.fields) setProblems(error.fields)
    }
  }

  return {
    values,
    change,
    file,
    position,
    save,
    send,
    forget,
    isChanged: file !== null || areChanged,
    isToldByField: Object.keys(problems).length > 0,
    errorOf: (field: string) => {
      const problem = problems[field]
      return problem && t(problem)
    },
    leaveName: () => afterPress(() => setProblems((now) => ({ ...now, ...nameProblem(values.name) }))),
    setImageProblem: (problem: FieldProblem) => setFieldProblem('file', problem),
    chooseImage: async (image: File) => {
      setFile(image)
      setProblems({})
      if (!position) place(await aspectOf(image))
    },
    removeImage: () => setFile(null),
    centre: () => {
      const here = mapCentre()
      if (here) moveTo(here)
    },
    mapCentre,
    /**
     * Moves the map to an address, close enough to see a building. A new plan moves along; an existing one keeps its
     * place.
     */
    showAddress: (at: LngLat) => {
      open?.easeTo(at, BUILDING_ZOOM)
      if (!localMap) moveTo(at)
    },
    widthMetres: position ? Math.round(metresWide(position) * 10) / 10 : 0,
    setWidthMetres: (metres: number) => {
      if (!position || metres < 1) return
      const frame = frameOf(position)
      const scale = metres / metresWide(position)
      change({ position: positionOf({ ...frame, width: frame.width * scale, height: frame.height * scale }) })
    },
  }
}

const aspectOf = async (file: File): Promise<number> => {
  try {
    const { width, height } = await createImageBitmap(file)
    return width / height
  } catch {
    return 4 / 3
  }
}

const useAddress = (file: File | null): string | undefined => {
  const address = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  return address
}
