import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight, type LucideIcon } from 'lucide-react'
import { useEffect, useMemo, type FocusEvent, type ReactElement, type ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import { groupLabelClass, optionClass, popupClass, separatorClass } from './popup.ts'

interface MenuProps {
  trigger: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

interface MenuItemProps {
  icon?: LucideIcon
  /** The shortcut key, shown at the end of the row. */
  shortcut?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  /** Renders a link instead of an action: `render={<Link to="/…" />}`. */
  render?: ReactElement
  children: ReactNode
}

interface MenuRadioGroupProps<V extends string | number> {
  label?: string
  value: V | null
  options: readonly { readonly value: V; readonly label: ReactNode; readonly icon?: LucideIcon }[]
  onChange: (value: V) => void
}

interface SubmenuProps {
  label: ReactNode
  icon?: LucideIcon
  children: ReactNode
}

interface MenuGroupProps {
  label: string
  children: ReactNode
}

interface MenuAtProps {
  /** A point in pixels of the window. */
  x: number
  y: number
  onClose: () => void
  children: ReactNode
}

/** Renders a menu of actions below a button. Arrow keys, type-ahead, Escape; the focus returns to the button. */
export const Menu = ({ trigger, side, align, className, children }: MenuProps) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <MenuPopup side={side} align={align} className={className}>
      {children}
    </MenuPopup>
  </Base.Root>
)

interface MenuPopupProps {
  side: MenuProps['side']
  align: MenuProps['align']
  className?: string | undefined
  children: ReactNode
}

const MenuPopup = ({ side = 'bottom', align = 'end', className, children }: MenuPopupProps) => (
  <Base.Portal render={<section aria-label="Menu" />}>
    <Base.Positioner data-layer="overlay" side={side} align={align} sideOffset={4}>
      <Base.Popup onFocus={enterByKey} className={cx(popupClass, 'min-w-44 overflow-y-auto p-1', className)}>
        {children}
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

/**
 * Focuses the first item if the menu was opened by keyboard: a menu that mounts open got no key event, so Base UI
 * focuses the whole menu.
 */
const enterByKey = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
  const isFromWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  if (target === currentTarget && !isFromWithin) focusFirstItem(currentTarget)
}

const focusFirstItem = (menu: Element): void => {
  if (!menu.matches(':focus-visible')) return
  menu.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')?.focus()
}

/** Focuses the first item of a menu that was opened by keyboard before its items had loaded. */
export const useLateItems = (hasLoaded: boolean): void => {
  useEffect(() => {
    const { activeElement } = document
    if (hasLoaded && activeElement?.role === 'menu') focusFirstItem(activeElement)
  }, [hasLoaded])
}

/** Renders a context menu at a point; open as long as it's rendered. The focus returns. */
export const MenuAt = ({ x, y, onClose, children }: MenuAtProps) => {
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal render={<section aria-label="Menu" />}>
        <Base.Positioner data-layer="overlay" anchor={anchor} side="bottom" align="start" sideOffset={2}>
          <Base.Popup onFocus={enterByKey} className={cx(popupClass, 'min-w-52 overflow-y-auto p-1')}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass = (danger: boolean | undefined) =>
  cx(optionClass, danger && 'text-danger-text! data-highlighted:bg-danger-soft!')

/** Renders an action. */
export const MenuItem = ({
  icon: Icon,
  shortcut,
  danger,
  disabled,
  onSelect,
  render,
  children,
}: MenuItemProps) => (
  <Base.Item
    className={itemClass(danger)}
    disabled={disabled ?? false}
    onClick={() => onSelect?.()}
    {...(render ? { render } : {})}
  >
    {Icon && <Icon size={16} aria-hidden className={cx('shrink-0', !danger && 'text-ink-3')} />}
    <span className="min-w-0 flex-1">{children}</span>
    {shortcut}
  </Base.Item>
)

/** Renders an option with a check mark at the current one. */
export const MenuRadioGroup = <V extends string | number>(props: MenuRadioGroupProps<V>) => (
  <Base.RadioGroup value={props.value} onValueChange={(next: V) => props.onChange(next)}>
    {props.label && <Base.GroupLabel className={groupLabelClass}>{props.label}</Base.GroupLabel>}
    {props.options.map(({ value, label, icon: Icon }) => (
      <Base.RadioItem key={value} value={value} closeOnClick className={optionClass}>
        {Icon && <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />}
        <span className="min-w-0 flex-1">{label}</span>
        <Base.RadioItemIndicator className="text-accent-text">
          <Check size={16} aria-hidden />
        </Base.RadioItemIndicator>
      </Base.RadioItem>
    ))}
  </Base.RadioGroup>
)

/** Renders an item that opens more items at its side. */
export const Submenu = ({ label, icon: Icon, children }: SubmenuProps) => (
  <Base.SubmenuRoot>
    <Base.SubmenuTrigger className={cx(optionClass, 'data-popup-open:bg-hover')}>
      {Icon && <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />}
      <span className="min-w-0 flex-1">{label}</span>
      <ChevronRight size={14} aria-hidden className="text-ink-3" />
    </Base.SubmenuTrigger>
    <MenuPopup side="right" align="start">
      {children}
    </MenuPopup>
  </Base.SubmenuRoot>
)

/** Renders a group of actions under a heading. */
export const MenuGroup = ({ label, children }: MenuGroupProps) => (
  <Base.Group>
    <Base.GroupLabel className={groupLabelClass}>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

export const MenuSeparator = () => <Base.Separator className={separatorClass} />
