import { PageBody } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { FactsSkeleton } from './student-facts.tsx'
import { YearSkeleton } from './loaded-year.tsx'

/** The page of a student while it is read. */
export const StudentSkeleton = () => (
  <PageBody width="lg">
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-7 w-48" />
        <YearSkeleton />
        <FactsSkeleton />
      </div>
      <div className="flex flex-col gap-3 max-xl:hidden">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-64" />
      </div>
    </div>
  </PageBody>
)
