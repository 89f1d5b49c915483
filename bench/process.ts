/** Measures the process: the time of a start on a ready database, and memory when idle and after load. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { median, reportFigure, throughput } from './measure.ts'
import type { Bench } from './reads.ts'
import { size } from './world.ts'

/** Starts a second server repeatedly, as `npm start` does. */
export const measureStart = async (
  start: () => Promise<ChildProcess>,
  memoryOf: (pid: number | undefined) => number,
): Promise<boolean[]> => {
  const [taken, memory]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now()
    const server = await start()
    taken.push(performance.now() - started)
    await sleep(2000)
    memory.push(memoryOf(server.pid))
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return [
    reportFigure('start on a ready database', median(taken), { unit: 'ms', most: 1000 }),
    reportFigure('memory idle', median(memory), { unit: 'MiB', most: 150 }),
  ]
}

/** Collects the garbage of a process, so that its memory is what it still needs. */
export const collectGarbage = async (pid: number): Promise<void> => {
  // opens Node’s inspector
  process.kill(pid, 'SIGUSR1')
  await sleep(1000)
  const [target] = z
    .tuple([z.object({ webSocketDebuggerUrl: z.string() })])
    .parse(await (await fetch('http://127.0.0.1:9229/json')).json())
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.close()
  await sleep(1000)
}

/** Measures memory after 16 clients have read lists and searched for a while. */
export const measureLoaded = async (bench: Bench, memory: () => number): Promise<boolean[]> => {
  const list = `/api/student-periods-by-period/${bench.periodId}?per_page=500`
  await throughput(() => bench.session.get(list), 8 * size.share)
  await throughput(() => bench.session.get('/api/students/search-by-name?q=garcia'), 4 * size.share)
  return [reportFigure('memory after load', memory(), { unit: 'MiB', most: 500 })]
}
