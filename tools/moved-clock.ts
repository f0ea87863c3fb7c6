/**
 * Preloaded into every process of `npm run test:dates` (`node --import`): moves this process's clock by `CLOCK_AHEAD_MS`.
 * It then runs at the usual speed. The portal's own clock (kernel/clock.ts) reads `Date`, and so moves with it; worker
 * threads and child processes inherit both the variable and the preload.
 */
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const RealDate = Date
const present = () => RealDate.now() + ahead

if (ahead !== 0)
  // A proxy, not a subclass: dates that Node itself makes (the times of a file) stay instances of `Date`.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [present()], newTarget),
    apply: () => new RealDate(present()).toString(),
    get: (target, name, receiver) => (name === 'now' ? present : Reflect.get(target, name, receiver)),
  })

export {}
