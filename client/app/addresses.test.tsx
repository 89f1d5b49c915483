import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { routeTree } from '#client/route-tree.gen.ts'
import { onePage, openApp, queriesOf } from '#client/testing/open-app.tsx'
import { admin } from '#client/testing/users.ts'

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
