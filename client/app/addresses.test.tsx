import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { routeTree } from '#client/route-tree.gen.ts'
import { fakeServer } from '#client/testing/fake-server.ts'
import { onePage, openApp, queriesOf } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'
import { createApp } from './create-app.tsx'
import { parentPaths, screenBelow } from './parent-paths.ts'

const routesBelow = (route: AnyRoute): AnyRoute[] => [
  route,
  ...Object.values<AnyRoute>(route.children ?? {}).flatMap(routesBelow),
]

test('what a screen doesn’t accept of its address doesn’t reach it', () => {
  const readers = routesBelow(routeTree).flatMap(({ options: { validateSearch: read } }) =>
    typeof read === 'function' ? [read] : [],
  )
  expect(readers.length).toBeGreaterThan(20)
  for (const read of readers) expect(read({ unknown: 'x' })).toHaveProperty('unknown', undefined)
})

test('a list with an old or mistyped address is whole', async () => {
  const { received } = await openApp('/settings/users?page=-1&sort=3&filters=x&queue=y', admin, {
    'GET /api/users': onePage([]),
  })
  expect(await screen.findByText('No matching users')).toBeTruthy()
  const sent = queriesOf(received, 'GET /api/users').at(-1)
  expect([...(sent?.keys() ?? [])].toSorted()).toEqual(['page', 'per_page'])
  expect(sent?.get('page')).toBe('1')
})

// the app asks who is signed in at once
fakeServer({})

/** A path without the names of its variable parts, which differ: '/schools/$/settings'. */
const withoutNames = (path: string): string => path.replaceAll(/\$\w+/g, '$')

const screenPaths = new Set(Object.keys(createApp().router.routesByPath).map(withoutNames))
const withoutScreen = new Set(Object.keys(parentPaths).map(withoutNames))

const parentsOf = (path: string): string[] => {
  const parent = path.slice(0, path.lastIndexOf('/'))
  return parent === '' ? [] : [parent, ...parentsOf(parent)]
}

test('every address above a screen is a screen or opens one', () => {
  expect(screenPaths.size).toBeGreaterThan(60)
  const above = [...screenPaths].flatMap(parentsOf)
  expect(above.filter((path) => !screenPaths.has(path) && !withoutScreen.has(path))).toEqual([])
  expect([...withoutScreen].filter((path) => screenPaths.has(path) || !above.includes(path))).toEqual([])
  const opened = Object.values(parentPaths).map(withoutNames)
  expect(opened.filter((path) => !screenPaths.has(path))).toEqual([])
})

test('it keeps the school, policy year and student of the address', () => {
  expect(screenBelow('/student/4/policy-years/2/')).toBe('/student/4/policy-years/2/insurance-details')
  expect(screenBelow('/schools/1/period/2/website')).toBe('/schools/1/period/2/website/home-page')
  expect(screenBelow('/student/4/policy-years/2/other')).toBeNull()
})
