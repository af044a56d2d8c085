import { IconBuildingCommunity } from '@tabler/icons-react'
import { useOtherService } from '../lists/other-service.ts'
import card from './CardFacts.module.css'

/** A line in a card with the name of the item's service, if it is not the member's own. */
export const OtherService = ({ id }: { id: string }) => {
  const name = useOtherService(id)
  if (!name) return null
  return (
    <p className={card.line}>
      <IconBuildingCommunity size={18} stroke={1.75} aria-hidden />
      <bdi>{name}</bdi>
    </p>
  )
}
