import type { LucideIcon } from 'lucide-react'
import { IconButton } from '../controls/icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

interface TurnButtonProps {
  icon: LucideIcon
  /** 'Next student' */
  label: string
  /** The key that does the same. */
  letter: string
  /** Nothing at the first or last. */
  onPress: (() => void) | null | undefined
}

/** Renders the button that leads to the next or previous record. It keeps the focus at the last one. */
export const TurnButton = ({ icon, label, letter, onPress }: TurnButtonProps) => (
  <Tooltip text={`${label} (${letter})`} side="bottom">
    <IconButton icon={icon} label={label} aria-disabled={!onPress} onClick={() => onPress?.()} />
  </Tooltip>
)
