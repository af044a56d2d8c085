import type { Icon } from '@tabler/icons-react'

type Props = { icon: Icon; label: string; isPressed?: boolean; onPress: () => void }

export const MapButton = ({ icon: Shape, label, isPressed, onPress }: Props) => (
  <button
    type="button"
    className="map-button"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    onClick={onPress}
  >
    <Shape size={20} stroke={1.75} aria-hidden />
  </button>
)
