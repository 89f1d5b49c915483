import { ChevronRight, type LucideIcon } from 'lucide-react'

/** The classes of a list whose rows lead to screens. */
export const linkListClass = 'overflow-hidden rounded-card bg-raised shadow-line'
/** The classes of an item in it, and of its link. */
export const linkItemClass = 'border-b border-line last:border-b-0'
export const linkRowClass =
  'flex items-center gap-3 px-4 py-3 text-ink no-underline transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2'

interface LinkRowProps {
  icon?: LucideIcon
  title: string
  text: string
}

/** Renders what a row’s link shows. */
export const LinkRow = ({ icon: Icon, title, text }: LinkRowProps) => (
  <>
    {Icon && <Icon size={18} aria-hidden className="shrink-0 text-ink-3" />}
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{title}</span>
      <span className="block text-label text-ink-2">{text}</span>
    </span>
    <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
  </>
)
