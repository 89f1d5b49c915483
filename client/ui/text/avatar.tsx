import { cx } from '../cx.ts'

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return picked.map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

/** A person's initials; decoration beside the name. */
export const Avatar = ({ name, className }: { name: string; className?: string }) => (
  <span
    aria-hidden
    className={cx(
      'grid size-6 shrink-0 place-items-center rounded-full bg-pressed text-[0.625rem] font-semibold text-ink-2',
      className,
    )}
  >
    {initials(name)}
  </span>
)

export interface SchoolMarkProps {
  name: string
  /** The school's logo; its initial without one. */
  logoUrl?: string | null | undefined
  /** The school's own colour, which tints only this mark; the accent without one. */
  color?: string | null | undefined
  size?: 'sm' | 'md'
}

/** The mark of a school: logo or initial on its colour. Decoration beside the name. */
export const SchoolMark = ({ name, logoUrl, color, size = 'md' }: SchoolMarkProps) => {
  const side = size === 'md' ? 'size-6 rounded-control' : 'size-5 rounded-pill'
  if (logoUrl)
    return <img src={logoUrl} alt="" className={cx('shrink-0 bg-white object-contain shadow-line', side)} />
  return (
    <span
      aria-hidden
      className={cx('grid shrink-0 place-items-center bg-accent text-label font-semibold text-white', side)}
      style={color ? { backgroundColor: color } : undefined}
    >
      {name.trim()[0]?.toUpperCase() ?? ''}
    </span>
  )
}
