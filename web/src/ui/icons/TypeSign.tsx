import { IconAlertCircle } from '@tabler/icons-react'
import { symbols } from './all-symbols.ts'
import { Sign } from './Sign.tsx'

/** The badge of a type, as on the map. */
export const TypeSign = ({ icon, colour }: { icon: string; colour: string }) => (
  <Sign icon={symbols[icon] ?? IconAlertCircle} colour={colour} />
)
