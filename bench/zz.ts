import { guardBench } from '/work/main/bench/guard.ts'
console.log(await guardBench({ milliseconds: 500, rounds: 3 }))
