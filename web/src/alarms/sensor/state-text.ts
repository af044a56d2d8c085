import type { TFunction } from 'i18next'
import { sensorStates } from '#contract'

const isKnown = (state: string): state is (typeof sensorStates)[number] => sensorStates.some((known) => known === state)

export const stateText = (state: string, t: TFunction): string => (isKnown(state) ? t(`sensor.state.${state}`) : state)
