import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { newestFirst } from '#client/setup/periods/propose.ts'
import { PeriodImport } from './period-import.tsx'
import { FileImport } from './file-import.tsx'
import { ListLink } from './place-links.tsx'
import { RecentImports } from './recent-imports.tsx'
import type { ImportPlace } from './use-file-import.ts'

/** Renders the import of students into a policy year: from a roster file, or from an earlier year. */
const Screen = () => {
  const place = Route.useParams()
  const { data = [], error, refetch } = useAsk(listSchoolPeriods, { params: { id: Number(place.school) } })
  const period = data.find(({ id }) => id === Number(place.period))
  return (
    <>
      <PageHeader
        title="Import"
        breadcrumb={period ? [{ key: 'period', link: <ListLink place={place}>{period.name}</ListLink> }] : []}
      />
      <PageBody>
        <Loaded
          of={{ data: period, error, refetch }}
          what="The policy year"
          who="Only this school’s admins and Shipmate Admins can import students."
          skeleton={<Loading />}
        >
          {(year) => <ImportSources key={place.period} place={place} period={year} periods={data} />}
        </Loaded>
      </PageBody>
    </>
  )
}

const Loading = () => (
  <div aria-busy="true">
    <output className="sr-only">Loading policy year</output>
    <Skeleton className="h-36 w-full" />
  </div>
)

interface ImportSourcesProps {
  place: ImportPlace
  period: Period
  periods: readonly Period[]
}

const ImportSources = ({ place, period, periods }: ImportSourcesProps) => {
  const user = useUser()
  const [way, setWay] = useState<'file' | 'copy'>('file')
  const [latest, ...older] = periods
    .filter(({ id, students }) => id !== period.id && students > 0)
    .sort(newestFirst)
  const mayCopy = isAdmin(user) && latest !== undefined
  return (
    <>
      {mayCopy && (
        <Tabs
          label="Import from"
          className="mb-4"
          value={way}
          onChange={setWay}
          tabs={[
            { value: 'file', label: 'From a file' },
            { value: 'copy', label: 'From another policy year' },
          ]}
        />
      )}
      {mayCopy && way === 'copy' && (
        <PeriodImport place={place} period={period} sources={[latest, ...older]} />
      )}
      {/* stays mounted while the other tab is open: a chosen file and its columns stay */}
      <div hidden={mayCopy && way === 'copy'}>
        <FileImport place={place} />
      </div>
      <RecentImports place={place} />
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/import')({
  component: Screen,
})
