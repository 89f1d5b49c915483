import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asId } from './place.ts'
import { MissingScreen } from './not-found-page.tsx'
import { usePeriods } from './place-queries.ts'

/** Renders the screens below a school and a policy year; not found if the year belongs to another school. */
export const PeriodOfSchool = () => {
  const { school, period } = useParams({ strict: false })
  const [schoolId, periodId] = [asId(school), asId(period)]
  if (schoolId === null || periodId === null) return <Outlet />
  return <OnlyIn key={`${school} ${period}`} school={schoolId} period={periodId} />
}

const OnlyIn = ({ school, period }: { school: number; period: number }) => {
  const { data, error, isFetchedAfterMount, isFetching, refetch } = usePeriods(school)
  const isMissing = data ? !data.some(({ id }) => id === period) : error?.kind === 'not-found'
  // someone else may have created the year after the list was loaded
  const isOld = isMissing && !isFetchedAfterMount
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  return isMissing && !isOld && !isFetching ? <MissingScreen /> : <Outlet />
}
