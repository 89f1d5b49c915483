import { Link } from '@tanstack/react-router'
import { listImports } from '#contract/review/imports/endpoints.ts'
import type { ImportRun } from '#contract/review/imports/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { countsText, importName, isBusy, phaseOf } from './import-text.ts'
import { PhasePill } from './phase-pill.tsx'
import type { ImportPlace } from './use-file-import.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** Renders earlier imports into this policy year, the latest first. */
export const RecentImports = ({ place }: { place: ImportPlace }) => {
  const imports = useAsk(listImports, { query: { period_id: place.period } }, { refetchInterval: 10_000 })
  return (
    <section aria-labelledby="recent-imports" className="mt-10">
      <h2 id="recent-imports" className="mb-2 text-section font-semibold">
        Recent imports
      </h2>
      <Loaded
        of={imports}
        compact
        what="The recent imports"
        who="Only this school’s admins and Shipmate Admins have access."
        skeleton={<ListSkeleton />}
      >
        {(data) => <List runs={data} place={place} />}
      </Loaded>
    </section>
  )
}

const List = ({ runs, place }: { runs: readonly ImportRun[]; place: ImportPlace }) =>
  runs.length === 0 ? (
    <p className="text-ink-2">No imports into this policy year yet.</p>
  ) : (
    <ul className="flex flex-col rounded-card shadow-line">
      {runs.map((run) => (
        <RecentImport key={run.id} run={run} place={place} />
      ))}
    </ul>
  )

const RecentImport = ({ run, place }: { run: ImportRun; place: ImportPlace }) => (
  <li className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 transition-colors duration-100 last:border-b-0 hover:bg-hover">
    <Link
      to="/schools/$school/period/$period/import/$import"
      params={{ ...place, import: String(run.id) }}
      className="min-w-0 font-medium text-ink no-underline after:absolute after:inset-0 max-md:w-full"
    >
      <Truncate className="block">{importName(run)}</Truncate>
    </Link>
    <PhasePill phase={phaseOf(run)} />
    <Truncate className="tabular min-w-0 text-ink-2 md:ml-auto">
      {isBusy(run) ? 'In progress' : countsText(run)}
    </Truncate>
    <Ago at={run.created_at} className="text-ink-3 max-md:ml-auto md:w-28 md:text-right" />
  </li>
)

const ListSkeleton = () => (
  <div aria-busy="true" className="flex flex-col rounded-card shadow-line">
    <output className="sr-only">Loading recent imports</output>
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex h-11 items-center gap-4 border-b border-line px-3 last:border-b-0">
        <Skeleton className="h-3 w-44" />
        <Skeleton className="h-4 w-16" />
        <Skeleton className="ml-auto h-3 w-36" />
      </div>
    ))}
  </div>
)
