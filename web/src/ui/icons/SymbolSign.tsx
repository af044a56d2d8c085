import { IconAlertCircle } from '@tabler/icons-react'
import { symbols } from './all-symbols.ts'
import { Sign } from './Sign.tsx'

export const SymbolSign = ({ icon, colour }: { icon: string; colour: string }) => (
  <Sign icon={symbols[icon] ?? IconAlertCircle} colour={colour} />
)
