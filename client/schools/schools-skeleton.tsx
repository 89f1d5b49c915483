import { Skeleton } from '#client/ui/skeleton.tsx'

/** The list while it is read. */
export const SchoolsSkeleton = () => (
  <div aria-busy="true">
    <output className="sr-only">Loading the schools</output>
    <div className="h-8.5 border-b border-line bg-sunken max-lg:hidden" />
    {[0, 1, 2, 3, 4].map((row) => (
      <div key={row} className="flex h-15 items-center gap-2.5 border-b border-line px-4 lg:h-9">
        <Skeleton className="size-5" />
        <Skeleton className={row % 2 === 0 ? 'h-3 w-44' : 'h-3 w-36'} />
        <span className="ml-auto hidden items-center gap-16 lg:flex">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-12" />
          <Skeleton className="h-4 w-12" />
        </span>
      </div>
    ))}
  </div>
)
