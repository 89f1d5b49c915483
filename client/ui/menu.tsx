import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { createPart, usePart } from './part.ts'
import { usePopupPart, type TriggerElement } from './popup-trigger.tsx'

export interface MenuProps {
  trigger: TriggerElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export interface MenuItemProps {
  icon?: LucideIcon
  /** A key that does the same, shown at the end of the row. */
  shortcut?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  /** A link instead of an act: `render={<Link to="/…" />}`. */
  render?: ReactElement
  children: ReactNode
}

export interface MenuRadioGroupProps<V extends string | number> {
  label?: string
  value: V | null
  options: readonly { readonly value: V; readonly label: ReactNode; readonly icon?: LucideIcon }[]
  onChange: (value: V) => void
}

export interface MenuCheckboxItemProps {
  checked: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

export interface SubmenuProps {
  label: ReactNode
  icon?: LucideIcon
  children: ReactNode
}

export interface MenuGroupProps {
  label: string
  children: ReactNode
}

export interface MenuAtProps {
  /** Pixels of the window. */
  x: number
  y: number
  onClose: () => void
  children: ReactNode
}

const part = createPart(() => import('./menu-surface.tsx'))

/** Acts under a button. Arrow keys, typing ahead, Escape; the focus returns to the button. Its code loads on intent. */
export const Menu = (props: MenuProps) => {
  const { surface, plain } = usePopupPart(part, props.trigger, 'menu', props.open, props.onOpenChange)
  return surface ? <surface.MenuSurface {...props} /> : plain
}

/** Acts at a point, as a right click asks for them; open for as long as it is rendered. */
export const MenuAt = (props: MenuAtProps) => {
  const surface = usePart(part, true)
  return surface && <surface.MenuAtSurface {...props} />
}

/** One act. The parts below live in an open menu only, so its code is there. */
export const MenuItem = (props: MenuItemProps) => {
  const surface = part.current()
  return surface && <surface.MenuItem {...props} />
}

/** A choice among several, with a tick at the present one. */
export const MenuRadioGroup = <V extends string | number>({ onChange, ...props }: MenuRadioGroupProps<V>) => {
  const surface = part.current()
  const choose = (next: string | number) => {
    const option = props.options.find(({ value }) => value === next)
    if (option) onChange(option.value)
  }
  return surface && <surface.MenuRadioGroup {...props} onChange={choose} />
}

/** On or off, with a tick; the menu stays open. */
export const MenuCheckboxItem = (props: MenuCheckboxItemProps) => {
  const surface = part.current()
  return surface && <surface.MenuCheckboxItem {...props} />
}

/** A menu within the menu. */
export const Submenu = (props: SubmenuProps) => {
  const surface = part.current()
  return surface && <surface.Submenu {...props} />
}

/** Acts that belong together under a heading. */
export const MenuGroup = (props: MenuGroupProps) => {
  const surface = part.current()
  return surface && <surface.MenuGroup {...props} />
}

export const MenuSeparator = () => {
  const surface = part.current()
  return surface && <surface.MenuSeparator />
}
