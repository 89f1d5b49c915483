import { Dialog as Base } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { BookOpen, CircleHelp, Keyboard, LoaderCircle, LogOut, Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { listViews } from '#contract/records/views/endpoints.ts'
import type { View } from '#contract/records/views/shapes.ts'
import { searchStudentsByName } from '#contract/records/students/endpoints.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { hitDetail, matchWords } from '#client/platform/record/hit-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useEarlyEnter } from '#client/platform/lib/use-early-enter.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { letterKeysAreOn, setLetterKeys } from '#client/platform/ui/focus/letter-keys.ts'
import { Modal } from '#client/platform/ui/overlays/modal.tsx'
import { Kbd } from '#client/platform/ui/text/kbd.tsx'
import type { Place } from './place.ts'
import { placesFor } from './palette-places.ts'
import { PaletteResults, type Found } from './palette-results.tsx'
import { usePeriods, useSchoolChoices } from './place-queries.ts'
import { screensFor } from './screens.ts'
import { useOpenHelp } from './use-app-keys.ts'
import { useSignOut } from './use-sign-out.ts'
import { listedName } from '#contract/platform/person-name.ts'

export interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  user: Me
  place: Place
}

/** Renders the command palette (⌘K): type a screen, school, year, view, queue, act or student, and open or do it. */
export const CommandPalette = ({ open, onClose, user, place }: CommandPaletteProps) => (
  <Modal open={open} onClose={onClose}>
    <Base.Popup
      data-layer="modal"
      aria-label="Search or jump to"
      className="rise fixed inset-x-3 top-3 mx-auto flex max-h-[min(30rem,90dvh)] max-w-xl flex-col overflow-hidden rounded-dialog bg-raised shadow-modal outline-none sm:top-[12dvh]"
    >
      <Finder user={user} place={place} onClose={onClose} />
    </Base.Popup>
  </Modal>
)

const Finder = ({ user, place, onClose }: Omit<CommandPaletteProps, 'open'>) => {
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(0)
  const { found, isSearching, message } = useFound(user, place, text)
  const active = Math.min(wanted, Math.max(0, found.length - 1))
  const go = (one: Found | undefined) => {
    if (one) onClose()
    if (typeof one?.href === 'string') router.history.push(one.href)
    else one?.href()
  }
  const onEnter = useEnter({ text, found, active, isSearching, go })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    if (step !== 0 && found.length > 0) setWanted((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found[active] && `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search students, IDs, screens, views, schools"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setWanted(0)
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-section outline-none"
        />
        {isSearching && <LoaderCircle size={16} aria-hidden className="spin text-ink-3" />}
      </div>
      <PaletteResults {...{ listId, found, active, go, onPoint: setWanted }} />
      {message && <p className="px-4 pt-1 pb-4 text-ink-2">{message}</p>}
      <LiveAnnouncement words={isSearching ? '' : formatCount(found.length, 'result')} />
      <Keys />
    </>
  )
}

interface Entered {
  readonly text: string
  readonly found: readonly Found[]
  readonly active: number
  readonly isSearching: boolean
  readonly go: (one: Found | undefined) => void
}

/**
 * Returns what Enter does: it opens the selected result. Until the students are those of the typed text, it waits for
 * them, and opens only the one that there is, so that no other student is opened.
 */
const useEnter = ({ text, found, active, isSearching, go }: Entered): (() => void) => {
  const enterEarly = useEarlyEnter(text, isSearching, () => {
    if (found.length === 1) go(found[0])
  })
  return () => {
    const one = found[active]
    if (isSearching && (one === undefined || one.group === 'Students')) enterEarly()
    else go(one)
  }
}

const stepOf = (key: string): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

const LiveAnnouncement = ({ words }: { words: string }) => (
  <p aria-live="polite" className="sr-only">
    {words}
  </p>
)

const Keys = () => (
  <footer className="hidden items-center gap-3 border-t border-line px-4 py-2 text-meta text-ink-3 sm:flex">
    <span className="flex items-center gap-1">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> select
    </span>
    <span className="flex items-center gap-1">
      <Kbd>↵</Kbd> open
    </span>
    <span className="flex items-center gap-1">
      <Kbd>Esc</Kbd> close
    </span>
  </footer>
)

/** Returns the screens, other places, acts and students that match the typed text; students from 2 letters on. */
const useFound = (user: Me, place: Place, text: string) => {
  const wanted = text.trim()
  const settled = useSettled(wanted, 120)
  const asks = settled.length >= 2
  const { data, isFetching, error } = useAsk(
    searchStudentsByName,
    {
      query: {
        q: settled.slice(0, 100),
        ...(place.school === null ? {} : { current_school_id: place.school }),
      },
    },
    { enabled: asks, keepPrevious: true, staleTime: 30_000 },
  )
  const acts = useActs()
  const places = usePlaces(user, place)
  const screens = screensFor(user, place).filter((screen) =>
    isMatch(`${screen.label} ${screenTerms[screen.key] ?? ''}`, wanted),
  )
  // without a text the screens are enough
  const others =
    wanted === ''
      ? []
      : [...places, ...acts].filter(({ label, group }) => isMatch(`${label} ${group}`, wanted))
  const students = asks && wanted.length >= 2 ? (data ?? []) : []
  const found: readonly Found[] = [
    ...screens.map((screen) => ({ ...screen, group: 'Screens' as const, key: `screen-${screen.key}` })),
    ...others.slice(0, mostOthers),
    ...students.map((hit) => studentFound(hit, user)),
  ]
  const isSearching = wanted.length >= 2 && (isFetching || settled !== wanted)
  return { found, isSearching, message: messageFor(found.length, wanted, isSearching, error !== null) }
}

/** How many places and acts are offered besides screens. */
const mostOthers = 12

const isMatch = (searched: string, text: string): boolean => {
  const words = searched.toLowerCase().split(/[\s()]+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const noViews: readonly View[] = []

const usePlaces = (user: Me, place: Place): readonly Found[] => {
  const schools = useSchoolChoices(user)
  const { data: periods = [] } = usePeriods(place.school)
  const { data: views = noViews } = useAsk(
    listViews,
    { query: { school_id: String(place.school ?? 0) } },
    { enabled: place.school !== null, staleTime: 60_000 },
  )
  return placesFor(user, place, { schools: schools.length > 1 ? schools : [], periods, views })
}

const useActs = (): readonly Found[] => {
  const signOut = useSignOut()
  const openHelp = useOpenHelp()
  const hasLetters = letterKeysAreOn()
  return [
    { key: 'help', group: 'Help', label: 'Help with this screen', icon: CircleHelp, href: openHelp },
    { key: 'guide', group: 'Help', label: 'Staff guide', icon: BookOpen, href: '/help' },
    {
      key: 'letters',
      group: 'Account',
      label: hasLetters ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts',
      icon: Keyboard,
      href: () => setLetterKeys(!hasLetters),
    },
    { key: 'sign-out', group: 'Account', label: 'Sign out', icon: LogOut, href: () => void signOut() },
  ]
}

const studentFound = (hit: StudentHit, user: Me): Found => ({
  key: `student-${hit.id}`,
  group: 'Students',
  label: listedName(hit),
  detail: [hitDetail(hit), matchWords(hit)].filter((part) => part !== null).join(' · '),
  href: `/student/${hit.id}`,
  ...(isAdmin(user) || user.schools.length > 1 ? { aside: hit.school_name } : {}),
})

const messageFor = (count: number, text: string, isSearching: boolean, isBroken: boolean): string | null => {
  if (isBroken) return 'Search isn’t working right now. Try again in a moment.'
  return count > 0 || text === '' || isSearching
    ? null
    : `No results for “${text}”. Try a last name or student ID.`
}

/** Search terms that find a screen in the palette, besides its label, by the screen’s key. */
const screenTerms: Readonly<Record<string, string>> = {
  home: 'start overview today deadlines tasks',
  students: 'list roster coverage',
  import: 'csv upload roster file',
  emails: 'messages progress stop',
  'set-up': 'checklist compare year attention policy calendar',
  'insurance-options': 'medical dental vision plan premium exempt cohort deadline fee coverage term',
  'waiver-options': 'rules requirements rule set deductible medicaid approval appeal reverification',
  website: 'faqs pages home plan resources contact',
  'school-settings': 'about name address contacts time zone logo colors branding files pictures archive',
  periods: 'periods settings dates',
  schools: 'list all start home',
  'insurance-companies': 'carriers payers settings merge duplicates',
  'email-templates': 'messages texts translations',
  mailbox: 'emails sent failed messages',
  'email-delivery': 'bounced blocked addresses mail server smtp spf dkim dmarc',
  'default-enrollment': 'auto-enroll deadline no form not started premium run',
  reverifications: 'waivers check again due eligibility inactive schedule',
  reports: 'figures charts files export bursar carrier 834 aging out batch scheduled',
  'payer-health': 'payer health eligibility checks clearinghouse outage errors latency answers',
  forms: 'submissions waiver enroll review queue decide unmatched',
}
