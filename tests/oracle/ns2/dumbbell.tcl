# Flows of one kind over one drop-tail bottleneck in ns-2.35. Prints one line: packets acknowledged, timeouts, packets that arrived at the
# queue, packets that it dropped, mean backlog in packets, bytes that left it, Jain's index of the flows, and the mean throughput of TFRCP flows in that of the others,
# all from `fromS` on. The last `tfrcp` flows use TFRCP. With `details` it also writes two files: windows of all flows
# every 0.1 s (DETAILS.windows), and time and flow of each drop (DETAILS.drops). With `transferPackets` each flow sends transfers of this
# size, one after the other, each over a new connection. Arguments: key=value, keys as below.
array set o {agent Reno n 30 mbps 4 packets 25 rttMs 100 coreMs 30 durationS 200 run 1 stack ns2-1999 overheadUs 0 jitterS 5
  packetBytes 500 ackEvery 1 interval 0 corrected 1 raise 2 eta 0.68 minimum 1 transferPackets 0 fromS 0 tfrcp 0 roundS 3 roundTrips 0 details "" library ""}
foreach arg $argv { if {[regexp {^(\w+)=(.*)$} $arg -> key value]} { set o($key) $value } }

# The defaults of before 2001, instead of those of 2006. The receive window is never the limit.
Agent/TCP set window_ 100000
if {$o(stack) == "ns2-1999"} {
  foreach {key value} {tcpTick_ 0.1 minrto_ 0 maxrto_ 64 rtxcur_init_ 6.0 windowInit_ 1 singledup_ 0 useHeaders_ false
      precisionReduce_ false rfc2988_ false timerfix_ false bugfix_ss_ 0 restart_bugfix_ false} { Agent/TCP set $key $value }
}
Agent/TCP set packetSize_ $o(packetBytes)
Agent/TCP set overhead_ [expr {$o(overheadUs) / 1e6}]
if {$o(library) != ""} { load $o(library) }
if {$o(tfrcp) > 0} {
  foreach {key value} [list round_ $o(roundS) trips_ $o(roundTrips) firstRate_ 40 maxWindow_ 100 exact_ $o(exactRtt)] { Agent/TCP/Tfrcp set $key $value }
}
if {$o(agent) == "Reno/Spaced"} {
  Agent/TCP/Reno/Spaced set interval_ $o(interval)
  Agent/TCP/Reno/Spaced set corrected_ $o(corrected)
}
if {$o(agent) == "Vegas/Code"} {
  foreach key {raise eta minimum} { Agent/TCP/Vegas/Code set ${key}_ $o($key) }
}

set ns [new Simulator]
ns-random $o(run)
set starts [new RNG]
$starts seed [expr {7 * $o(run) + 1}]
set left [$ns node]
set right [$ns node]
$ns duplex-link $left $right $o(mbps)Mb $o(coreMs)ms DropTail
$ns queue-limit $left $right $o(packets)
$ns queue-limit $right $left 100000
set queue [$ns monitor-queue $left $right ""]
set waiting [$queue get-pkts-integrator]
set accessMs [expr {($o(rttMs) / 2.0 - $o(coreMs)) / 2}]
if {$o(details) != ""} {
  set drops [open "|awk {\$1 == \"d\" {print \$2, \$8}} > $o(details).drops" w]
  $ns trace-queue $left $right $drops
  set windows [open $o(details).windows w]
}

# A connection of flow i, from now on: the last one is `current($i)`, all are in `senders`.
proc connect {i} {
  global o ns ends current senders
  if {$i >= $o(n) - $o(tfrcp)} {
    set sender [new Agent/TCP/Tfrcp]
    set receiver [new Agent/TfrcpSink]
  } else {
    set sender [new Agent/TCP/$o(agent)]
    set sack [expr {$o(agent) == "Sack1" ? "/Sack1" : ""}]
    set receiver [new Agent/TCPSink${sack}[expr {$o(ackEvery) == 2 ? "/DelAck" : ""}]]
  }
  $sender set fid_ $i
  $ns attach-agent [lindex $ends($i) 0] $sender
  $ns attach-agent [lindex $ends($i) 1] $receiver
  $ns connect $sender $receiver
  set source [new Application/FTP]
  $source attach-agent $sender
  lappend senders $sender
  set current($i) $sender
  return $source
}

proc transfer {i} {
  global o current
  set source [connect $i]
  $current($i) proc done {} "transfer $i"
  $source produce $o(transferPackets)
}

set senders {}
for {set i 0} {$i < $o(n)} {incr i} {
  set ends($i) [list [$ns node] [$ns node]]
  foreach {a b} [list [lindex $ends($i) 0] $left $right [lindex $ends($i) 1]] {
    $ns duplex-link $a $b [expr {4 * $o(mbps)}]Mb ${accessMs}ms DropTail
    $ns queue-limit $a $b 100000
    $ns queue-limit $b $a 100000
  }
  set at [expr {$o(jitterS) * [$starts uniform 0 1]}]
  if {$o(transferPackets) > 0} {
    $ns at $at "transfer $i"
  } else {
    set source [connect $i]
    $ns at $at "$source start"
  }
}

# A flow that has not started has no window.
proc sample {} {
  global o ns windows current
  set line {}
  for {set i 0} {$i < $o(n)} {incr i} {
    if {[info exists current($i)] && [$current($i) set t_seqno_] > 0} { lappend line [$current($i) set cwnd_] } else { lappend line nan }
  }
  puts $windows $line
  $ns at [expr {[$ns now] + 0.1}] sample
}
if {$o(details) != ""} { $ns at 0.1 sample }

# Packets acknowledged of each flow, then timeouts, arrivals, drops, backlog in packet seconds and bytes that left, since the start.
proc counts {} {
  global o ns queue waiting senders
  for {set i 0} {$i < $o(n)} {incr i} { set acked($i) 0 }
  set timeouts 0
  foreach sender $senders {
    incr acked([$sender set fid_]) [expr {max(0, [$sender set ack_])}]
    incr timeouts [$sender set nrexmit_]
  }
  $waiting newpoint [$ns now] [$waiting set lasty_]
  set all {}
  for {set i 0} {$i < $o(n)} {incr i} { lappend all $acked($i) }
  return [concat $all $timeouts [$queue set parrivals_] [$queue set pdrops_] [$waiting set sum_] [$queue set bdepartures_]]
}

proc report {} {
  global o ns drops windows before
  set line {}
  foreach now [counts] then $before { lappend line [expr {$now - $then}] }
  set flows [lrange $line 0 [expr {$o(n) - 1}]]
  foreach {timeouts arrivals lost backlog left} [lrange $line $o(n) end] break
  set sum 0.0
  set squares 0.0
  foreach acked $flows {
    set sum [expr {$sum + $acked}]
    set squares [expr {$squares + double($acked) * $acked}]
  }
  set others [expr {$o(n) - $o(tfrcp)}]
  set friendliness 0
  if {$o(tfrcp) > 0} {
    set tcp [expr double([join [lrange $flows 0 [expr {$others - 1}]] +])]
    set friendliness [expr {($sum - $tcp) / $o(tfrcp) / ($tcp / $others)}]
  }
  puts "[expr {int($sum)}] $timeouts $arrivals $lost [expr {$backlog / ($o(durationS) - $o(fromS))}] $left [expr {$sum * $sum / ($o(n) * $squares)}] $friendliness"
  if {$o(details) != ""} {
    $ns flush-trace
    close $drops
    close $windows
  }
  exit 0
}
$ns at $o(fromS) {set before [counts]}
$ns at $o(durationS) report
$ns run
