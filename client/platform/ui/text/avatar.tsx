import { cx } from '../styles/cx.ts'

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return picked.map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

/** Renders a person's initials, decorative next to the name. */
export const Avatar = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-6 shrink-0 place-items-center rounded-full bg-pressed text-[0.625rem] font-semibold text-ink-2"
  >
    {initials(name)}
  </span>
)

interface SchoolMarkProps {
  name: string
  /** The school's logo; without one the initial is shown. */
  logoUrl?: string | null | undefined
  size?: 'sm' | 'md'
}

/** Renders a school's icon: its logo or its initial. Decorative next to the name. */
export const SchoolMark = ({ name, logoUrl, size = 'md' }: SchoolMarkProps) => {
  const side = size === 'md' ? 'size-6 rounded-control' : 'size-5 rounded-pill'
  if (logoUrl)
    return <img src={logoUrl} alt="" className={cx('shrink-0 bg-white object-contain shadow-line', side)} />
  return (
    <span
      aria-hidden
      className={cx('grid shrink-0 place-items-center bg-accent text-label font-semibold text-white', side)}
    >
      {name.trim()[0]?.toUpperCase() ?? ''}
    </span>
  )
}
